"""The parameters of the pages of unread lines, which are lines of logs that our software does not understand."""

from marshmallow.validate import Length, OneOf

from auditor.web.requests.request_schemas import NO_PLACE, RECEIPT, Query, Whole, a_limit, a_text


class UnreadShapeQuery(Query):
    """The parameters of the page of one shape. A shape is the text of unread lines without names, cards and numbers.
    The parameters say where the list of these lines begins, and whether the page leaves out the example, which is a
    real line of a log.
    """

    names = a_text("send masked to hide the example, because the example may have names", OneOf(["masked"]))
    after = a_text(
        "the value of `next` on the previous page", Whole("^[0-9]{1,18}([.][0-9]{1,18}){3}$", error=NO_PLACE)
    )
    limit = a_limit()


class UnreadQuery(UnreadShapeQuery):
    """The parameters of the list of unread lines: its filters, and the place in the list where the page begins."""

    after = a_text("the value of `next` on the previous page", Whole("^[0-9]{1,18}[.][0-9]{1,18}$", error=NO_PLACE))
    room = a_text("the room; empty: unknown", Length(max=64))
    mark = a_text("open: shapes without a mark; marked: shapes with no effect on the play", OneOf(["open", "marked"]))
    upload = a_text("the receipt of an upload", Whole("^[0-9a-f-]{1,64}$", error=RECEIPT))
