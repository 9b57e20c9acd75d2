// Starts Swagger UI on the page of the API. Swagger UI sends no request to another host.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("docs");
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.spec,
    deepLinking: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
  });
});
