"""The parameters of the pages of settings. See `request_schemas` for the rules that all parameters follow."""

from marshmallow.validate import Length

from auditor.web.requests.request_schemas import SMALL_LETTERS, Query, Whole, a_text


class CodeQuery(Query):
    """The parameter of the page for the code of the second factor: the address of the page to open afterwards."""

    next = a_text("a path of this site", Length(max=2000), load_default="/")


class RetentionQuery(Query):
    """The parameters of the page that counts the uploads, hands and findings that a retention period would remove."""

    venue = a_text("the venue", Whole("^[a-z0-9-]{1,64}$", error=SMALL_LETTERS))
    days = a_text("the number of days; empty: for ever", Length(max=9))
