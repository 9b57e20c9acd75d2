"""Answers: those of the application, and those of the server itself, which the application writes as well."""

from io import BytesIO
from typing import Any, Final

from waitress.task import WSGITask

from auditor.web.requests.guards import REFUSED_BY_SERVER
from auditor.web.requests.refusals import Refusal

OUR_MISTAKE: Final = "Something went wrong on our side. Try again, and tell whoever runs this if it stays so."


class Answer(WSGITask):
    """The answer to a whole request, or to one that the server refuses."""

    def execute(self) -> None:
        """Has the application answer. A connection whose request was not read to its end is closed."""
        if self.request.is_refused:
            self.set_close_on_finish()
        super().execute()

    def finish(self) -> None:
        """Ends the answer. One to HEAD has no body, so also no last chunk."""
        if self.request.command == "HEAD":
            self.chunked_response = False
        super().finish()

    def get_environment(self) -> dict[str, Any]:
        """The environment of the request. A refused request brings its refusal, and no view sees it."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_refused:
            environ["wsgi.input"] = BytesIO()
            environ[REFUSED_BY_SERVER] = self.request.refusal or Refusal(500, OUR_MISTAKE)
        return environ
