// Draws the numbers of /nights.json as charts, above the tables of the page.
"use strict";

(() => {
  const around = document.querySelector("[data-charts]");
  if (!around || typeof uPlot === "undefined") return;
  const HEIGHT = around.classList.contains("small") ? 120 : 170;
  // Lines differ in dash as well as in colour, for readers who cannot tell the colours apart.
  const COLOURS = ["--felt", "--link", "--violation", "--fault", "--irregular", "--ink", "--quiet"];
  const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4], [4, 2], [1, 4]];

  const colour = (name) => {
    const probe = document.createElement("span");
    probe.hidden = true;
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const formatted = (value, minor) => value === null ? "" :
    (value / 10 ** minor).toLocaleString("en", { minimumFractionDigits: minor, maximumFractionDigits: minor });
  const DAY = 86400;
  const DAYS = [1, 2, 5, 10, 15].map((days) => days * DAY);
  const night = (seconds) => new Date(seconds * 1000).toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" });
  const short = (value, minor) => (value / 10 ** minor).toLocaleString("en", { notation: "compact" });

  const draw = (chart, days, figure) => {
    const place = figure.querySelector(".drawing");
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
    const options = {
      width: Math.max(200, place.clientWidth), height: HEIGHT, tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
      axes: [{ ...axis, incrs: DAYS, values: (_, ticks) => ticks.map(night) }, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => short(tick, chart.minor)) }],
      legend: { live: false },
      scales: { y: { range: (_, low, high) => [0, high > 0 ? high * 1.1 : 1] } },
      series: [{ value: (_, seconds) => seconds === null ? "" : new Date(seconds * 1000).toISOString().slice(0, 10) },
        ...chart.lines.map((line, number) => ({
          label: line.name, stroke: colour(COLOURS[number % COLOURS.length]), dash: DASHES[number % DASHES.length], width: 2,
          points: { show: days.length < 32, size: 5 }, value: (_, value) => formatted(value, chart.minor),
        }))],
    };
    // An empty day is added before the first night and after the last one, so that a single night is in the middle of the chart.
    const values = chart.lines.map((line) => [null, ...line.values, null]);
    const drawn = new uPlot(options, [[days[0] - DAY, ...days, days.at(-1) + DAY], ...values], place);
    addEventListener("resize", () => drawn.setSize({ width: Math.max(200, place.clientWidth), height: HEIGHT }));
  };

  const start = async () => {
    try {
      const answer = await fetch(around.dataset.charts, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { days, charts } = await answer.json();
      const seconds = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
      for (const figure of around.querySelectorAll("[data-chart]")) {
        const chart = charts.find((each) => each.id === figure.dataset.chart);
        if (chart && seconds.length) draw(chart, seconds, figure);
      }
    } catch { /* the tables have the same numbers */ }
  };
  start();
})();
