"""All five-card hands of a holding that tie for its best."""

from itertools import combinations

from auditor.engine.ranks import high_value, low_value


def best_fives(cards: list[int], for_low: bool) -> list[tuple[int, ...]]:
    """Every choice of five among six or seven cards that is worth as much as the best, for high or for low."""
    best: list[tuple[int, ...]] = []
    best_worth = 0
    for five in combinations(cards, 5):
        worth = -low_value(list(five)) if for_low else high_value(list(five))
        if not best or worth > best_worth:
            best = [five]
            best_worth = worth
        elif worth == best_worth:
            best.append(five)
    return best
