"""The Python client of Switchboard 1.2.0, for Python 3.9 and later. One file: copy it into your program.

    from switchboard import Switchboard

    switchboard = Switchboard("https://switchboard.example.com", "svc_...")
    contact = switchboard.contacts.create({"phone": "+1 555 010 0123"})

It uses httpx when that is installed, and otherwise the standard library. Made by scripts/integrations.mjs from the
OpenAPI document. Do not edit.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union

try:
    from typing import Literal, TypedDict
except ImportError:  # pragma: no cover
    raise ImportError("Python 3.9 or later is required") from None

httpx: Any
try:
    import httpx  # type: ignore[no-redef]
except ImportError:
    httpx = None

if TYPE_CHECKING:
    from typing_extensions import NotRequired

FIRST_RETRY_SECONDS = 0.5
LONGEST_RETRY_SECONDS = 8.0
# If the server asks for a longer delay, the request is not retried.
RETRY_AFTER_MAX_SECONDS = 60.0
# A slow connection: 100 MB take 13 minutes, and the server waits for 15.
UPLOAD_BYTES_PER_SECOND = 125_000
RETRIED_STATUSES = (429, 502, 503, 504)
RETRIED_CODES = ("connection_failed", "timed_out", "idempotency_in_progress", "outcome_unknown")
# Only when the server says when: for a file that is being downloaded, not for one whose download failed.
RETRIED_CODES_WITH_A_WAIT = ("media_not_ready",)


class SwitchboardError(Exception):
    """The error of every call. `status` is 0 when there was no response."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Optional[List[Dict[str, str]]] = None,
        request_id: Optional[str] = None,
        docs_url: Optional[str] = None,
        contact_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: Stable, for programs. Newer servers may return codes that this version does not know.
        self.code = code
        #: The invalid fields, each with its `path` and `message`.
        self.details = details or []
        self.request_id = request_id
        #: The page of the server that explains the error.
        self.docs_url = docs_url
        #: With `contact_phone_taken`: the contact that has the number.
        self.contact_id = contact_id
        #: Seconds that the server asks to wait.
        self.retry_after = retry_after


class WebhookVerificationError(Exception):
    """The request is not signed with the secret, or is too old. Respond with 400."""


#: Sends one request: method, URL, headers, body, timeout in seconds. Returns status, headers in lower case, and body.
Transport = Callable[[str, str, Dict[str, str], Optional[bytes], float], Tuple[int, Dict[str, str], bytes]]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # The key must not be sent to another server that a response redirects to.
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def urllib_transport() -> Transport:
    """Returns a transport of the standard library, which opens a connection for each request."""
    opener = urllib.request.build_opener(_NoRedirects())

    def send(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with opener.open(request, timeout=timeout) as response:
                return response.status, {k.lower(): v for k, v in response.headers.items()}, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()

    def send_whole(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        try:
            return send(method, url, headers, body, timeout)
        except http.client.HTTPException as error:
            # Such as a response that breaks off in its middle.
            raise ConnectionError(str(error)) from error

    return send_whole


def httpx_transport(client: Any = None) -> Transport:
    """Returns a transport of httpx, which keeps connections open. `client` is an `httpx.Client` with your settings."""
    if httpx is None:
        raise ImportError("httpx is not installed")
    used = client or httpx.Client(follow_redirects=False)

    def send(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        try:
            response = used.request(method, url, headers=headers, content=body, timeout=timeout)
        except httpx.TimeoutException as error:
            raise TimeoutError(str(error)) from error
        except httpx.TransportError as error:
            raise ConnectionError(str(error)) from error
        return response.status_code, {k.lower(): v for k, v in response.headers.items()}, response.content

    return send


class _Sender:
    def __init__(self, base_url: str, api_key: str, max_retries: int, timeout: float, transport: Optional[Transport]):
        base = base_url.rstrip("/")
        if not base.startswith(("http://", "https://")):
            raise ValueError(f"base_url must be the http or https address of the server, not {base_url!r}")
        if not api_key:
            raise ValueError("api_key is missing. Create one in the dashboard under API keys.")
        self._base = base if base.endswith("/api/v1") else f"{base}/api/v1"
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout = timeout
        self._transport = transport or (httpx_transport() if httpx else urllib_transport())

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content: Optional[bytes] = None,
        content_type: str = "application/json",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        url = self._base + path + _query_of(query or {})
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self._api_key}"}
        data = content if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = content_type
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        limit = timeout or self._timeout + len(content or b"") / UPLOAD_BYTES_PER_SECOND
        retries = 0
        while True:
            try:
                return self._attempt(method, url, headers, data, limit)
            except SwitchboardError as error:
                delay = _delay_before_retry(error, retries)
                if delay is None or retries >= self._max_retries:
                    raise
            time.sleep(delay)
            retries += 1

    def _attempt(self, method: str, url: str, headers: Dict[str, str], data: Optional[bytes], timeout: float) -> Any:
        try:
            status, answered, content = self._transport(method, url, headers, data, timeout)
        except OSError as error:
            # In Python 3.9, a timeout of a socket is an error of its own.
            timeouts = (TimeoutError, socket.timeout)
            if isinstance(error, timeouts) or isinstance(getattr(error, "reason", None), timeouts):
                raise SwitchboardError(f"No answer within {timeout} s.", status=0, code="timed_out") from error
            message = f"{self._base} could not be reached, or the connection broke."
            raise SwitchboardError(message, status=0, code="connection_failed") from error
        return _read_response(status, answered, content)


def _read_response(status: int, headers: Dict[str, str], content: bytes) -> Any:
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if 200 <= status < 300 and body is not None:
        return body
    error = body.get("error") if isinstance(body, dict) else None
    known: Any = error if isinstance(error, dict) and isinstance(error.get("code"), str) else None
    if 200 <= status < 300 or known is None:
        message = f"The response (status {status}) is not from the Switchboard API. Check base_url."
        known = {"code": "unexpected_answer", "message": message}
    raise SwitchboardError(
        known.get("message", ""),
        status=status,
        code=known["code"],
        details=known.get("details"),
        request_id=headers.get("x-request-id"),
        docs_url=known.get("docsUrl"),
        contact_id=known.get("contactId"),
        retry_after=_retry_after_of(headers.get("retry-after")),
    )


def _retry_after_of(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    try:
        return max(0.0, float(header) if header.isdigit() else parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _delay_before_retry(error: SwitchboardError, retries: int) -> Optional[float]:
    """Returns seconds, or None when the request should not be repeated. Every request is safe to repeat: a POST has
    the same Idempotency-Key each time."""
    waits = error.retry_after is not None and error.code in RETRIED_CODES_WITH_A_WAIT
    if error.status not in RETRIED_STATUSES and error.code not in RETRIED_CODES and not waits:
        return None
    if error.retry_after is not None and error.retry_after > RETRY_AFTER_MAX_SECONDS:
        return None
    backoff = min(FIRST_RETRY_SECONDS * 2**retries, LONGEST_RETRY_SECONDS)
    # Random, so that many callers do not retry at the same moment.
    return (backoff / 2 if error.retry_after is None else error.retry_after) + random.random() * backoff / 2


def _query_of(query: Mapping[str, Any]) -> str:
    given = {name: _text_of(value) for name, value in query.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(name: str, value: str) -> str:
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be an id or phone number, not {value!r}")
    return urllib.parse.quote(value, safe="")


def _walk(load: Callable[[Optional[str]], Any]) -> Iterator[Any]:
    page = load(None)
    while True:
        yield from page["data"]
        cursor = (page["pagination"] if "pagination" in page else page)["nextCursor"]
        if cursor is None:
            return
        page = load(cursor)


def verify_webhook(raw_body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> "WebhookEvents":
    """Verifies a webhook as Standard Webhooks specifies and returns its event. It must be signed with `secret`
    (`whsec_…`) and at most five minutes old. `raw_body` is the unparsed body.

    Raises WebhookVerificationError; its message says why.
    """
    given = {name.lower(): value for name, value in headers.items()}
    values = []
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookVerificationError(f"The header {name} is missing.")
        values.append(given[name])
    event_id, sent_at, signatures = values
    if not re.fullmatch("[0-9]{1,15}", sent_at):
        raise WebhookVerificationError("webhook-timestamp is not a Unix time.")
    if abs(time.time() - int(sent_at)) > 5 * 60:
        raise WebhookVerificationError("The request is not from the last five minutes.")
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not well-formed: it must be whsec_ followed by base64.")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    digest = hmac.new(key, f"{event_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise WebhookVerificationError("No signature matches: wrong secret, or the body was changed.")
    return json.loads(body)


class WebhookEvent(TypedDict):
    id: str
    type: Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    conversationSeq: int
    data: WebhookEventData


class WebhookEventData(TypedDict):
    message: Message
    contact: Contact


class Message(TypedDict):
    id: str
    contactId: Union[str, None]
    contact: str
    direction: Literal["inbound", "outbound"]
    sentBy: Union[Literal["member", "program", "broadcast", "automation", "consent", "business_app"], None]
    type: Literal["text", "image", "video", "audio", "document", "sticker", "template", "location", "contacts", "button", "interactive", "order", "system", "unsupported"]
    status: Literal["scheduled", "queued", "sent", "delivered", "read", "failed", "received"]
    content: Union[str, None]
    templateName: Union[str, None]
    templateLanguage: Union[str, None]
    components: Union[List[Dict[str, Any]], None]
    mediaUrl: Union[str, None]
    caption: Union[str, None]
    filename: Union[str, None]
    media: Union[Media, None]
    replyTo: Union[str, None]
    reactions: List[MessageReactionsItem]
    platformId: Union[str, None]
    error: Union[MessageError, None]
    warnings: List[Literal["window_closed", "contact_unsubscribed", "channel_refused"]]
    payload: Union[Dict[str, Any], None]
    inbound: Union[InboundFacts, None]
    edits: List[MessageEditsItem]
    editedAt: Union[str, None]
    revokedAt: Union[str, None]
    createdAt: str
    sendAt: Union[str, None]
    sentAt: Union[str, None]
    deliveredAt: Union[str, None]
    readAt: Union[str, None]
    failedAt: Union[str, None]


class Media(TypedDict):
    id: str
    state: Literal["fetching", "ready", "failed", "expired"]
    url: Union[str, None]
    mimeType: str
    size: Union[int, None]
    filename: Union[str, None]
    width: Union[int, None]
    height: Union[int, None]
    reason: Union[str, None]
    reasonCode: Union[Literal["expired", "too_large", "not_given", "changed", "not_taken"], None]
    reasonParams: Dict[str, str]


class MessageReactionsItem(TypedDict):
    direction: Literal["inbound", "outbound"]
    emoji: str
    at: str


class MessageError(TypedDict):
    code: str
    message: str
    details: Union[str, None]


class InboundFacts(TypedDict):
    voice: Union[bool, None]
    animated: Union[bool, None]
    location: Union[InboundFactsLocation, None]
    cards: Union[List[InboundFactsCardsItem], None]
    choice: Union[InboundFactsChoice, None]
    order: Union[InboundFactsOrder, None]
    system: Union[InboundFactsSystem, None]
    referral: Union[InboundFactsReferral, None]
    forwarded: Union[Literal["once", "often"], None]
    group: Union[InboundFactsGroup, None]
    product: Union[InboundFactsProduct, None]
    unsupported: Union[InboundFactsUnsupported, None]


class InboundFactsLocation(TypedDict):
    latitude: float
    longitude: float
    name: Union[str, None]
    address: Union[str, None]
    url: Union[str, None]


class InboundFactsCardsItem(TypedDict):
    name: str
    organization: Union[str, None]
    birthday: Union[str, None]
    phones: List[InboundFactsCardsItemPhonesItem]
    emails: List[InboundFactsCardsItemEmailsItem]
    urls: List[InboundFactsCardsItemUrlsItem]
    addresses: List[InboundFactsCardsItemAddressesItem]


class InboundFactsCardsItemPhonesItem(TypedDict):
    phone: str
    type: Union[str, None]
    waId: Union[str, None]


class InboundFactsCardsItemEmailsItem(TypedDict):
    email: str
    type: Union[str, None]


class InboundFactsCardsItemUrlsItem(TypedDict):
    url: str
    type: Union[str, None]


class InboundFactsCardsItemAddressesItem(TypedDict):
    address: str
    type: Union[str, None]


class InboundFactsChoice(TypedDict):
    kind: Literal["quick_reply", "button", "list", "form", "other"]
    id: Union[str, None]
    title: Union[str, None]
    description: Union[str, None]
    form: Union[Dict[str, Any], None]


class InboundFactsOrder(TypedDict):
    catalogId: Union[str, None]
    items: List[InboundFactsOrderItemsItem]


class InboundFactsOrderItemsItem(TypedDict):
    productId: str
    quantity: Union[float, None]
    price: Union[float, None]
    currency: Union[str, None]


InboundFactsSystem = TypedDict(
    "InboundFactsSystem",
    {
        "kind": "Literal['number_changed', 'user_id_changed', 'identity_changed', 'chat_opened', 'call_answered', 'call_missed', 'other']",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "seconds": "NotRequired[float]",
    },
)


class InboundFactsReferral(TypedDict):
    sourceType: Union[str, None]
    sourceId: Union[str, None]
    sourceUrl: Union[str, None]
    headline: Union[str, None]
    body: Union[str, None]
    mediaType: Union[str, None]
    mediaUrl: Union[str, None]
    thumbnailUrl: Union[str, None]
    clickId: Union[str, None]
    welcome: Union[str, None]


class InboundFactsGroup(TypedDict):
    id: str


class InboundFactsProduct(TypedDict):
    productId: str
    catalogId: Union[str, None]


class InboundFactsUnsupported(TypedDict):
    kind: str
    code: Union[str, None]
    reason: str


class MessageEditsItem(TypedDict):
    content: Union[str, None]
    caption: Union[str, None]
    at: str


class Contact(TypedDict):
    id: str
    name: str
    phone: Union[str, None]
    email: Union[str, None]
    tags: List[str]
    status: ContactStatus
    marketing: Literal["subscribed", "unsubscribed", "unknown"]
    marketingAt: Union[str, None]
    marketingSource: Union[Literal["customer", "platform", "member", "api", "import"], None]
    blocked: bool
    attributes: Dict[str, Union[str, float, bool]]
    createdAt: str
    updatedAt: str


ContactStatus = Literal["cold", "warm", "hot", "customer"]

class ContactEvent(TypedDict):
    id: str
    type: Literal["contact.created", "contact.updated"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: ContactEventData


class ContactEventData(TypedDict):
    contact: Contact


class ContactDeletedEvent(TypedDict):
    id: str
    type: Literal["contact.deleted"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: ContactDeletedEventData


class ContactDeletedEventData(TypedDict):
    contact: ContactDeletedEventDataContact


class ContactDeletedEventDataContact(TypedDict):
    id: str
    mergedInto: Union[str, None]


class ConversationEvent(TypedDict):
    id: str
    type: Literal["conversation.updated"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: ConversationEventData


class ConversationEventData(TypedDict):
    conversation: ConversationEventDataConversation


class ConversationEventDataConversation(TypedDict):
    id: str
    contact: ConversationEventDataConversationContact
    status: Literal["open", "snoozed", "closed"]
    snoozedUntil: Union[str, None]
    assignee: Union[ConversationEventDataConversationAssignee, None]
    labels: List[ConversationEventDataConversationLabelsItem]
    unreadCount: int
    lastMessage: Union[ConversationEventDataConversationLastMessage, None]
    waitingSince: Union[str, None]
    firstResponseAt: Union[str, None]
    windowExpiresAt: Union[str, None]
    lastActivityAt: str
    createdAt: str
    updatedAt: str


class ConversationEventDataConversationContact(TypedDict):
    id: str
    name: str
    phone: Union[str, None]
    status: ContactStatus
    marketing: Literal["subscribed", "unsubscribed", "unknown"]
    blocked: bool


class ConversationEventDataConversationAssignee(TypedDict):
    id: str
    name: str


class ConversationEventDataConversationLabelsItem(TypedDict):
    id: str
    name: str
    color: Literal["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]


class ConversationEventDataConversationLastMessage(TypedDict):
    id: str
    direction: Literal["inbound", "outbound"]
    type: Literal["text", "image", "video", "audio", "document", "sticker", "template", "location", "contacts", "button", "interactive", "order", "system", "unsupported"]
    status: Literal["scheduled", "queued", "sent", "delivered", "read", "failed", "received"]
    preview: str
    author: Union[ConversationEventDataConversationLastMessageAuthor, None]
    sentBy: Union[Literal["member", "program", "broadcast", "automation", "consent", "business_app"], None]
    createdAt: str


class ConversationEventDataConversationLastMessageAuthor(TypedDict):
    id: str
    name: str


class ChannelEvent(TypedDict):
    id: str
    type: Literal["channel.updated"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: ChannelEventData


class ChannelEventData(TypedDict):
    channel: ChannelEventDataChannel


class ChannelEventDataChannel(TypedDict):
    state: Literal["not_connected", "connected", "credentials_refused", "platform_unreachable"]
    since: Union[str, None]
    problem: Union[str, None]


class BroadcastEvent(TypedDict):
    id: str
    type: Literal["broadcast.completed"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: BroadcastEventData


class BroadcastEventData(TypedDict):
    broadcast: Broadcast


class Broadcast(TypedDict):
    id: str
    name: str
    status: Literal["scheduled", "running", "paused", "completed", "canceled"]
    pauseReason: Union[Literal["requested", "platform_limit", "quality", "template", "not_connected", "too_large", "server_error"], None]
    template: BroadcastTemplate
    audience: BroadcastAudience
    sendAt: Union[str, None]
    sendAtLocal: Union[str, None]
    wait: Union[BroadcastWait, None]
    pace: Union[BroadcastPace, None]
    counts: BroadcastCounts
    createdAt: str
    startedAt: Union[str, None]
    completedAt: Union[str, None]


class BroadcastTemplate(TypedDict):
    name: str
    language: str
    components: List[Dict[str, Any]]


# Who it is for
class BroadcastAudience(TypedDict):
    kind: Literal["tag", "contacts", "all", "segment"]
    tag: Union[str, None]
    segment: Union[str, None]


class BroadcastWait(TypedDict):
    reason: Literal["recipient_time", "daily_limit"]
    until: str


class BroadcastPace(TypedDict):
    reason: Literal["quality"]
    perMinute: int


class BroadcastCounts(TypedDict):
    recipients: int
    waiting: int
    queued: int
    sent: int
    delivered: int
    read: int
    failed: int
    retriable: int
    replied: int
    excluded: BroadcastCountsExcluded


# People of the audience who get no message, by reason
class BroadcastCountsExcluded(TypedDict):
    blocked: int
    unsubscribed: int
    no_phone: int
    already_reached: int
    missing_value: int
    invalid_value: int
    canceled: int


class AutomationEvent(TypedDict):
    id: str
    type: Literal["automation.triggered"]
    apiVersion: str
    timestamp: str
    tenantId: str
    seq: int
    data: AutomationEventData


class AutomationEventData(TypedDict):
    rule: AutomationEventDataRule
    trigger: Literal["conversation_started", "keyword", "outside_hours", "label_added", "no_answer"]
    messageId: Union[str, None]
    contact: Contact
    conversation: AutomationEventDataConversation


class AutomationEventDataRule(TypedDict):
    id: str
    name: str


class AutomationEventDataConversation(TypedDict):
    id: str
    contact: AutomationEventDataConversationContact
    status: Literal["open", "snoozed", "closed"]
    snoozedUntil: Union[str, None]
    assignee: Union[AutomationEventDataConversationAssignee, None]
    labels: List[AutomationEventDataConversationLabelsItem]
    unreadCount: int
    lastMessage: Union[AutomationEventDataConversationLastMessage, None]
    waitingSince: Union[str, None]
    firstResponseAt: Union[str, None]
    windowExpiresAt: Union[str, None]
    lastActivityAt: str
    createdAt: str
    updatedAt: str


class AutomationEventDataConversationContact(TypedDict):
    id: str
    name: str
    phone: Union[str, None]
    status: ContactStatus
    marketing: Literal["subscribed", "unsubscribed", "unknown"]
    blocked: bool


class AutomationEventDataConversationAssignee(TypedDict):
    id: str
    name: str


class AutomationEventDataConversationLabelsItem(TypedDict):
    id: str
    name: str
    color: Literal["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]


class AutomationEventDataConversationLastMessage(TypedDict):
    id: str
    direction: Literal["inbound", "outbound"]
    type: Literal["text", "image", "video", "audio", "document", "sticker", "template", "location", "contacts", "button", "interactive", "order", "system", "unsupported"]
    status: Literal["scheduled", "queued", "sent", "delivered", "read", "failed", "received"]
    preview: str
    author: Union[AutomationEventDataConversationLastMessageAuthor, None]
    sentBy: Union[Literal["member", "program", "broadcast", "automation", "consent", "business_app"], None]
    createdAt: str


class AutomationEventDataConversationLastMessageAuthor(TypedDict):
    id: str
    name: str


class ContactsListResponse(TypedDict):
    data: List[Contact]
    pagination: Pagination


class Pagination(TypedDict):
    page: int
    limit: int
    total: int
    totalIsCapped: NotRequired[Literal[True]]
    totalPages: int
    nextCursor: Union[str, None]


class CreateContact(TypedDict):
    name: NotRequired[str]
    phone: str
    email: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    status: NotRequired[ContactStatus]
    attributes: NotRequired[Dict[str, Union[Union[str, float, bool], None]]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed"]]
    blocked: NotRequired[bool]


class ContactsTagsResponse(TypedDict):
    data: List[str]


class ContactsFieldsResponse(TypedDict):
    data: List[ContactField]


class ContactField(TypedDict):
    id: str
    key: str
    name: str
    type: Literal["text", "number", "boolean", "date", "select"]
    options: List[str]


class ContactsPutBody(TypedDict):
    name: NotRequired[str]
    email: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    addTags: NotRequired[List[str]]
    removeTags: NotRequired[List[str]]
    status: NotRequired[ContactStatus]
    attributes: NotRequired[Dict[str, Union[Union[str, float, bool], None]]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed"]]
    blocked: NotRequired[bool]


class UpdateContact(TypedDict):
    name: NotRequired[str]
    phone: NotRequired[str]
    email: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    addTags: NotRequired[List[str]]
    removeTags: NotRequired[List[str]]
    status: NotRequired[ContactStatus]
    attributes: NotRequired[Dict[str, Union[Union[str, float, bool], None]]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed"]]
    blocked: NotRequired[bool]


class ContactsRemoveResponse(TypedDict):
    id: str
    deleted: Literal[True]


class ContactsBatchBody(TypedDict):
    contacts: List[UpsertContact]


class UpsertContact(TypedDict):
    name: NotRequired[str]
    email: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    addTags: NotRequired[List[str]]
    removeTags: NotRequired[List[str]]
    status: NotRequired[ContactStatus]
    attributes: NotRequired[Dict[str, Union[Union[str, float, bool], None]]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed"]]
    blocked: NotRequired[bool]
    phone: str


class ContactsBatchResponse(TypedDict):
    results: List[ContactsBatchResponseResultsItem]


class ContactsBatchResponseResultsItem(TypedDict):
    index: int
    status: Literal["created", "updated", "failed"]
    contactId: Union[str, None]
    error: Union[ContactsBatchResponseResultsItemError, None]


class ContactsBatchResponseResultsItemError(TypedDict):
    code: str
    message: str
    details: List[ContactsBatchResponseResultsItemErrorDetailsItem]


class ContactsBatchResponseResultsItemErrorDetailsItem(TypedDict):
    path: str
    message: str


class MergeContact(TypedDict):
    into: str
    take: NotRequired[List[str]]
    keep: NotRequired[List[Literal["phone"]]]


class SegmentsListResponse(TypedDict):
    data: List[Segment]


class Segment(TypedDict):
    id: str
    name: str
    filter: ContactFilter
    createdAt: str
    updatedAt: str


class ContactFilter(TypedDict):
    search: NotRequired[str]
    tag: NotRequired[str]
    attribute: NotRequired[str]
    status: NotRequired[Literal["cold", "warm", "hot", "customer"]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed", "unknown"]]
    blocked: NotRequired[bool]
    hasEmail: NotRequired[bool]
    addedWithinDays: NotRequired[int]
    seenWithinDays: NotRequired[int]
    notSeenForDays: NotRequired[int]


class CreateSegment(TypedDict):
    name: str
    filter: CreateSegmentFilter


class CreateSegmentFilter(TypedDict):
    search: NotRequired[str]
    tag: NotRequired[str]
    attribute: NotRequired[str]
    status: NotRequired[Literal["cold", "warm", "hot", "customer"]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed", "unknown"]]
    blocked: NotRequired[bool]
    hasEmail: NotRequired[bool]
    addedWithinDays: NotRequired[int]
    seenWithinDays: NotRequired[int]
    notSeenForDays: NotRequired[int]


class UpdateSegment(TypedDict):
    name: NotRequired[str]
    filter: NotRequired[UpdateSegmentFilter]


# Replaces the whole filter
class UpdateSegmentFilter(TypedDict):
    search: NotRequired[str]
    tag: NotRequired[str]
    attribute: NotRequired[str]
    status: NotRequired[Literal["cold", "warm", "hot", "customer"]]
    marketing: NotRequired[Literal["subscribed", "unsubscribed", "unknown"]]
    blocked: NotRequired[bool]
    hasEmail: NotRequired[bool]
    addedWithinDays: NotRequired[int]
    seenWithinDays: NotRequired[int]
    notSeenForDays: NotRequired[int]


class SegmentsRemoveResponse(TypedDict):
    id: str
    deleted: Literal[True]


class SegmentsCountResponse(TypedDict):
    contacts: int


SendMessage = Union["SendText", "SendTemplate", "SendImage", "SendVideo", "SendAudio", "SendDocument", "SendSticker", "SendMedia", "SendInteractive", "SendLocation", "SendContacts"]

class SendText(TypedDict):
    type: Literal["text"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    content: str
    previewUrl: NotRequired[bool]


class SendTemplate(TypedDict):
    type: Literal["template"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    templateName: str
    templateLanguage: str
    components: NotRequired[List[TemplateComponent]]


TemplateComponent = Union["TemplateComponentHeader", "TemplateComponentBody", "TemplateComponentCase3Button", "TemplateComponentCarousel", "TemplateComponentLimitedTimeOffer"]

class TemplateComponentHeader(TypedDict):
    type: Literal["header"]
    parameters: List[Union[TemplateComponentHeaderParametersItemText, TemplateComponentHeaderParametersItemImage, TemplateComponentHeaderParametersItemVideo, TemplateComponentHeaderParametersItemDocument, TemplateComponentHeaderParametersItemLocation]]


class TemplateComponentHeaderParametersItemText(TypedDict):
    type: Literal["text"]
    parameter_name: NotRequired[str]
    text: str


class TemplateComponentHeaderParametersItemImage(TypedDict):
    type: Literal["image"]
    image: TemplateComponentHeaderParametersItemImageImage


class TemplateComponentHeaderParametersItemImageImage(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class TemplateComponentHeaderParametersItemVideo(TypedDict):
    type: Literal["video"]
    video: TemplateComponentHeaderParametersItemVideoVideo


class TemplateComponentHeaderParametersItemVideoVideo(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class TemplateComponentHeaderParametersItemDocument(TypedDict):
    type: Literal["document"]
    document: TemplateComponentHeaderParametersItemDocumentDocument


class TemplateComponentHeaderParametersItemDocumentDocument(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]
    filename: NotRequired[str]


class TemplateComponentHeaderParametersItemLocation(TypedDict):
    type: Literal["location"]
    location: TemplateComponentHeaderParametersItemLocationLocation


class TemplateComponentHeaderParametersItemLocationLocation(TypedDict):
    latitude: float
    longitude: float
    name: NotRequired[str]
    address: NotRequired[str]


class TemplateComponentBody(TypedDict):
    type: Literal["body"]
    parameters: List[Union[TemplateComponentBodyParametersItemText, TemplateComponentBodyParametersItemCurrency, TemplateComponentBodyParametersItemDateTime]]


class TemplateComponentBodyParametersItemText(TypedDict):
    type: Literal["text"]
    parameter_name: NotRequired[str]
    text: str


class TemplateComponentBodyParametersItemCurrency(TypedDict):
    type: Literal["currency"]
    parameter_name: NotRequired[str]
    currency: TemplateComponentBodyParametersItemCurrencyCurrency


class TemplateComponentBodyParametersItemCurrencyCurrency(TypedDict):
    fallback_value: str
    code: str
    amount_1000: int


class TemplateComponentBodyParametersItemDateTime(TypedDict):
    type: Literal["date_time"]
    parameter_name: NotRequired[str]
    date_time: TemplateComponentBodyParametersItemDateTimeDate_time


class TemplateComponentBodyParametersItemDateTimeDate_time(TypedDict):
    fallback_value: str


class TemplateComponentCase3Button(TypedDict):
    type: Literal["button"]
    index: Union[int, str]
    sub_type: Literal["quick_reply"]
    parameters: List[TemplateComponentCase3ButtonParametersItem]


class TemplateComponentCase3ButtonParametersItem(TypedDict):
    type: Literal["payload"]
    payload: str


class TemplateComponentCarousel(TypedDict):
    type: Literal["carousel"]
    cards: List[TemplateComponentCarouselCardsItem]


class TemplateComponentCarouselCardsItem(TypedDict):
    card_index: int
    components: List[Union[TemplateComponentCarouselCardsItemComponentsItemHeader, TemplateComponentCarouselCardsItemComponentsItemBody, TemplateComponentCarouselCardsItemComponentsItemCase3Button]]


class TemplateComponentCarouselCardsItemComponentsItemHeader(TypedDict):
    type: Literal["header"]
    parameters: List[Union[TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemText, TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemImage, TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemVideo, TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemDocument, TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemLocation]]


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemText(TypedDict):
    type: Literal["text"]
    parameter_name: NotRequired[str]
    text: str


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemImage(TypedDict):
    type: Literal["image"]
    image: TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemImageImage


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemImageImage(TypedDict):
    link: NotRequired[Any]
    id: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemVideo(TypedDict):
    type: Literal["video"]
    video: TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemVideoVideo


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemVideoVideo(TypedDict):
    link: NotRequired[Any]
    id: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemDocument(TypedDict):
    type: Literal["document"]
    document: TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemDocumentDocument


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemDocumentDocument(TypedDict):
    link: NotRequired[Any]
    id: NotRequired[Any]
    filename: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemLocation(TypedDict):
    type: Literal["location"]
    location: TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemLocationLocation


class TemplateComponentCarouselCardsItemComponentsItemHeaderParametersItemLocationLocation(TypedDict):
    latitude: NotRequired[Any]
    longitude: NotRequired[Any]
    name: NotRequired[Any]
    address: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemBody(TypedDict):
    type: Literal["body"]
    parameters: List[Union[TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemText, TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemCurrency, TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemDateTime]]


class TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemText(TypedDict):
    type: Literal["text"]
    parameter_name: NotRequired[str]
    text: str


class TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemCurrency(TypedDict):
    type: Literal["currency"]
    parameter_name: NotRequired[str]
    currency: TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemCurrencyCurrency


class TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemCurrencyCurrency(TypedDict):
    fallback_value: NotRequired[Any]
    code: NotRequired[Any]
    amount_1000: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemDateTime(TypedDict):
    type: Literal["date_time"]
    parameter_name: NotRequired[str]
    date_time: TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemDateTimeDate_time


class TemplateComponentCarouselCardsItemComponentsItemBodyParametersItemDateTimeDate_time(TypedDict):
    fallback_value: NotRequired[Any]


class TemplateComponentCarouselCardsItemComponentsItemCase3Button(TypedDict):
    type: Literal["button"]
    index: Union[int, str]
    sub_type: Literal["quick_reply"]
    parameters: List[TemplateComponentCarouselCardsItemComponentsItemCase3ButtonParametersItem]


class TemplateComponentCarouselCardsItemComponentsItemCase3ButtonParametersItem(TypedDict):
    type: NotRequired[Any]
    payload: NotRequired[Any]


class TemplateComponentLimitedTimeOffer(TypedDict):
    type: Literal["limited_time_offer"]
    parameters: List[TemplateComponentLimitedTimeOfferParametersItem]


class TemplateComponentLimitedTimeOfferParametersItem(TypedDict):
    type: Literal["limited_time_offer"]
    limited_time_offer: TemplateComponentLimitedTimeOfferParametersItemLimited_time_offer


class TemplateComponentLimitedTimeOfferParametersItemLimited_time_offer(TypedDict):
    expiration_time_ms: int


class SendImage(TypedDict):
    type: Literal["image"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]
    caption: NotRequired[str]


class SendVideo(TypedDict):
    type: Literal["video"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]
    caption: NotRequired[str]


class SendAudio(TypedDict):
    type: Literal["audio"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]
    voice: NotRequired[bool]


class SendDocument(TypedDict):
    type: Literal["document"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]
    caption: NotRequired[str]
    filename: NotRequired[str]


class SendSticker(TypedDict):
    type: Literal["sticker"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]


# Determines the kind of the file from its Content-Type, or else from its file extension, and sends it as that kind, which is the `type` in the response. Returns 400 on `type` if the kind cannot be determined, and on a field that the kind does not have.
class SendMedia(TypedDict):
    type: Literal["media"]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]
    mediaUrl: NotRequired[str]
    mediaId: NotRequired[str]
    caption: NotRequired[str]
    filename: NotRequired[str]


# A text with up to three reply buttons, with a list to choose from, or with a button that opens a web address. A choice arrives as an inbound message of type `interactive` with `inbound.choice`; `replyTo` names the message that it answers.
class SendInteractive(TypedDict):
    type: Literal["interactive"]
    interactive: Union[ReplyButtons, OptionList, LinkButton]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]


class ReplyButtons(TypedDict):
    type: Literal["button"]
    header: NotRequired[Union[ReplyButtonsHeaderText, ReplyButtonsHeaderImage, ReplyButtonsHeaderVideo, ReplyButtonsHeaderDocument]]
    body: ReplyButtonsBody
    footer: NotRequired[ReplyButtonsFooter]
    action: ReplyButtonsAction


class ReplyButtonsHeaderText(TypedDict):
    type: Literal["text"]
    text: str


class ReplyButtonsHeaderImage(TypedDict):
    type: Literal["image"]
    image: ReplyButtonsHeaderImageImage


class ReplyButtonsHeaderImageImage(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class ReplyButtonsHeaderVideo(TypedDict):
    type: Literal["video"]
    video: ReplyButtonsHeaderVideoVideo


class ReplyButtonsHeaderVideoVideo(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class ReplyButtonsHeaderDocument(TypedDict):
    type: Literal["document"]
    document: ReplyButtonsHeaderDocumentDocument


class ReplyButtonsHeaderDocumentDocument(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]
    filename: NotRequired[str]


class ReplyButtonsBody(TypedDict):
    text: str


class ReplyButtonsFooter(TypedDict):
    text: str


class ReplyButtonsAction(TypedDict):
    buttons: List[ReplyButtonsActionButtonsItem]


class ReplyButtonsActionButtonsItem(TypedDict):
    type: Literal["reply"]
    reply: ReplyButtonsActionButtonsItemReply


class ReplyButtonsActionButtonsItemReply(TypedDict):
    id: str
    title: str


class OptionList(TypedDict):
    type: Literal["list"]
    header: NotRequired[OptionListHeader]
    body: OptionListBody
    footer: NotRequired[OptionListFooter]
    action: OptionListAction


class OptionListHeader(TypedDict):
    type: Literal["text"]
    text: str


class OptionListBody(TypedDict):
    text: str


class OptionListFooter(TypedDict):
    text: str


class OptionListAction(TypedDict):
    button: str
    sections: List[OptionListActionSectionsItem]


class OptionListActionSectionsItem(TypedDict):
    title: NotRequired[str]
    rows: List[OptionListActionSectionsItemRowsItem]


class OptionListActionSectionsItemRowsItem(TypedDict):
    id: str
    title: str
    description: NotRequired[str]


class LinkButton(TypedDict):
    type: Literal["cta_url"]
    header: NotRequired[Union[LinkButtonHeaderText, LinkButtonHeaderImage, LinkButtonHeaderVideo, LinkButtonHeaderDocument]]
    body: LinkButtonBody
    footer: NotRequired[LinkButtonFooter]
    action: LinkButtonAction


class LinkButtonHeaderText(TypedDict):
    type: Literal["text"]
    text: str


class LinkButtonHeaderImage(TypedDict):
    type: Literal["image"]
    image: LinkButtonHeaderImageImage


class LinkButtonHeaderImageImage(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class LinkButtonHeaderVideo(TypedDict):
    type: Literal["video"]
    video: LinkButtonHeaderVideoVideo


class LinkButtonHeaderVideoVideo(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]


class LinkButtonHeaderDocument(TypedDict):
    type: Literal["document"]
    document: LinkButtonHeaderDocumentDocument


class LinkButtonHeaderDocumentDocument(TypedDict):
    link: NotRequired[str]
    id: NotRequired[str]
    filename: NotRequired[str]


class LinkButtonBody(TypedDict):
    text: str


class LinkButtonFooter(TypedDict):
    text: str


class LinkButtonAction(TypedDict):
    name: Literal["cta_url"]
    parameters: LinkButtonActionParameters


class LinkButtonActionParameters(TypedDict):
    display_text: str
    url: str


class SendLocation(TypedDict):
    type: Literal["location"]
    location: SendLocationLocation
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]


class SendLocationLocation(TypedDict):
    latitude: float
    longitude: float
    name: NotRequired[str]
    address: NotRequired[str]


class SendContacts(TypedDict):
    type: Literal["contacts"]
    contacts: List[ContactCard]
    contactId: str
    createContact: NotRequired[bool]
    replyTo: NotRequired[str]
    sendAt: NotRequired[str]


class ContactCard(TypedDict):
    name: ContactCardName
    org: NotRequired[ContactCardOrg]
    birthday: NotRequired[str]
    phones: NotRequired[List[ContactCardPhonesItem]]
    emails: NotRequired[List[ContactCardEmailsItem]]
    urls: NotRequired[List[ContactCardUrlsItem]]
    addresses: NotRequired[List[ContactCardAddressesItem]]


# Without any part of the name, `formatted_name` is also sent as `first_name`
class ContactCardName(TypedDict):
    formatted_name: str
    first_name: NotRequired[str]
    middle_name: NotRequired[str]
    last_name: NotRequired[str]
    prefix: NotRequired[str]
    suffix: NotRequired[str]


class ContactCardOrg(TypedDict):
    company: NotRequired[str]
    department: NotRequired[str]
    title: NotRequired[str]


class ContactCardPhonesItem(TypedDict):
    phone: str
    type: NotRequired[str]
    wa_id: NotRequired[str]


class ContactCardEmailsItem(TypedDict):
    email: str
    type: NotRequired[str]


class ContactCardUrlsItem(TypedDict):
    url: str
    type: NotRequired[str]


class ContactCardAddressesItem(TypedDict):
    street: NotRequired[str]
    city: NotRequired[str]
    state: NotRequired[str]
    zip: NotRequired[str]
    country: NotRequired[str]
    country_code: NotRequired[str]
    type: NotRequired[str]


class MessagesHistoryResponse(TypedDict):
    data: List[Message]
    pagination: Pagination


class MessagesCancelResponse(TypedDict):
    id: str
    deleted: Literal[True]


class MessagesChangesResponse(TypedDict):
    data: List[Message]
    cursor: str
    hasMore: bool
    merges: List[MessagesChangesResponseMergesItem]
    splits: List[MessagesChangesResponseSplitsItem]
    deletions: MessagesChangesResponseDeletions


class MessagesChangesResponseMergesItem(TypedDict):
    contact: str
    into: str


MessagesChangesResponseSplitsItem = TypedDict(
    "MessagesChangesResponseSplitsItem",
    {
        "contact": "str",
        "from": "str",
    },
)


# What was deleted in these changes: delete what you have of it. Empty lists with `search`
class MessagesChangesResponseDeletions(TypedDict):
    contacts: List[str]
    messages: List[str]


class SendReaction(TypedDict):
    emoji: Union[str, None]


class TemplatesListResponse(TypedDict):
    data: List[Template]
    pagination: Pagination


class Template(TypedDict):
    id: str
    name: str
    language: str
    status: str
    category: str
    previousCategory: Union[str, None]
    parameterFormat: Literal["POSITIONAL", "NAMED"]
    quality: Union[str, None]
    rejectedReason: Union[str, None]
    components: List[Dict[str, Any]]
    lastSentAt: Union[str, None]
    createdAt: str
    updatedAt: str


class CreateTemplate(TypedDict):
    name: str
    language: str
    category: Literal["MARKETING", "UTILITY", "AUTHENTICATION"]
    parameterFormat: NotRequired[Literal["POSITIONAL", "NAMED"]]
    components: List[CreateTemplateComponentsItem]


class CreateTemplateComponentsItem(TypedDict):
    type: Literal["HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER"]


class TemplatesRemoveResponse(TypedDict):
    id: str
    deleted: Literal[True]


class Upload(TypedDict):
    id: str
    kind: Literal["image", "video", "audio", "document", "sticker"]
    mimeType: str
    size: int
    sha256: str
    filename: Union[str, None]
    expiresAt: str


class MediaGetResponse(TypedDict):
    id: str
    state: Literal["fetching", "ready", "failed", "expired"]
    url: str
    mimeType: str
    size: Union[int, None]
    filename: Union[str, None]
    width: Union[int, None]
    height: Union[int, None]
    reason: Union[str, None]
    reasonCode: Union[Literal["expired", "too_large", "not_given", "changed", "not_taken"], None]
    reasonParams: Dict[str, str]
    thumbnailUrl: Union[str, None]
    expiresAt: str


class BroadcastsListResponse(TypedDict):
    data: List[Broadcast]
    nextCursor: Union[str, None]


class CreateBroadcast(TypedDict):
    name: str
    template: CreateBroadcastTemplate
    audience: BroadcastAudience
    sendAt: NotRequired[str]
    sendAtLocal: NotRequired[str]


class CreateBroadcastTemplate(TypedDict):
    name: str
    language: str
    components: NotRequired[List[TemplateComponent]]


class BroadcastsRecipientsResponse(TypedDict):
    data: List[BroadcastRecipient]
    nextCursor: Union[str, None]


class BroadcastRecipient(TypedDict):
    contact: BroadcastRecipientContact
    result: Literal["waiting", "excluded", "queued", "sent", "delivered", "read", "failed"]
    reason: Union[Literal["blocked", "unsubscribed", "no_phone", "already_reached", "missing_value", "invalid_value", "canceled"], None]
    error: Union[MessageError, None]
    canRetry: bool
    replied: bool
    conversationId: Union[str, None]
    messageId: Union[str, None]


class BroadcastRecipientContact(TypedDict):
    id: str
    name: str
    phone: Union[str, None]


Insights = TypedDict(
    "Insights",
    {
        "timeZone": "str",
        "from": "str",
        "to": "str",
        "previous": "InsightsPrevious",
        "isBuilding": "bool",
        "messagesReceived": "InsightCount",
        "messagesSent": "InsightsMessagesSent",
        "conversationsOpened": "InsightsConversationsOpened",
        "conversationsClosed": "InsightCount",
        "windowsLost": "InsightsWindowsLost",
        "failedSends": "InsightCount",
        "firstResponse": "InsightsFirstResponse",
        "resolution": "InsightsResolution",
        "open": "List[InsightsOpenItem]",
        "waiting": "InsightsWaiting",
        "failedReasons": "List[InsightsFailedReasonsItem]",
        "members": "List[InsightsMembersItem]",
        "broadcasts": "List[InsightsBroadcastsItem]",
        "model": "InsightsModel",
        "interval": "Literal['hour', 'day']",
        "points": "List[InsightsPointsItem]",
    },
)


# The period that it is compared with: as many days before it, up to the same time of day. For the current, incomplete hour, the same fraction of the earlier hour is counted
InsightsPrevious = TypedDict(
    "InsightsPrevious",
    {
        "from": "str",
        "to": "str",
    },
)


class InsightCount(TypedDict):
    value: int
    previous: int


# Without scheduled messages that wait
class InsightsMessagesSent(TypedDict):
    value: int
    previous: int


# New conversations, and closed ones that were opened again
class InsightsConversationsOpened(TypedDict):
    value: int
    previous: int


# Reply windows that closed while the customer waited for an answer
class InsightsWindowsLost(TypedDict):
    value: int
    previous: int


# From the first message of a customer in a conversation to the first answer, in business hours
class InsightsFirstResponse(TypedDict):
    count: int
    medianSeconds: Union[int, None]
    p90Seconds: Union[int, None]
    previous: InsightsFirstResponsePrevious


class InsightsFirstResponsePrevious(TypedDict):
    count: int
    medianSeconds: Union[int, None]
    p90Seconds: Union[int, None]


# From the opening of a conversation to its closing, in business hours
class InsightsResolution(TypedDict):
    count: int
    medianSeconds: Union[int, None]
    p90Seconds: Union[int, None]
    previous: InsightsResolutionPrevious


class InsightsResolutionPrevious(TypedDict):
    count: int
    medianSeconds: Union[int, None]
    p90Seconds: Union[int, None]


class InsightsOpenItem(TypedDict):
    age: Literal["under_1h", "under_4h", "under_1d", "under_3d", "under_7d", "over_7d"]
    count: int
    isCapped: bool


# Open conversations whose customer waits for an answer now
class InsightsWaiting(TypedDict):
    count: int
    isCapped: bool
    since: Union[str, None]


class InsightsFailedReasonsItem(TypedDict):
    code: str
    value: int
    previous: int


class InsightsMembersItem(TypedDict):
    id: str
    name: str
    messagesSent: int
    firstResponses: int
    openConversations: int


class InsightsBroadcastsItem(TypedDict):
    id: str
    name: str
    status: Literal["scheduled", "running", "paused", "completed", "canceled"]
    startedAt: str
    recipients: int
    sent: int
    delivered: int
    read: int
    failed: int
    replied: int


# Used by inference keys and by the assistant in the inbox, by days in UTC
class InsightsModel(TypedDict):
    requests: int
    promptTokens: int
    completionTokens: int
    previous: InsightsModelPrevious


class InsightsModelPrevious(TypedDict):
    requests: int
    promptTokens: int
    completionTokens: int


class InsightsPointsItem(TypedDict):
    start: str
    messagesReceived: int
    messagesSent: int
    conversationsOpened: int
    conversationsClosed: int
    windowsLost: int
    failedSends: int


class ConversationsListResponse(TypedDict):
    data: List[Conversation]
    pagination: ConversationsListResponsePagination


class Conversation(TypedDict):
    id: str
    contact: ConversationContact
    status: Literal["open", "snoozed", "closed"]
    snoozedUntil: Union[str, None]
    assignee: Union[ConversationAssignee, None]
    labels: List[ConversationLabelsItem]
    unreadCount: int
    lastMessage: Union[ConversationLastMessage, None]
    waitingSince: Union[str, None]
    firstResponseAt: Union[str, None]
    windowExpiresAt: Union[str, None]
    lastActivityAt: str
    createdAt: str
    updatedAt: str
    responseDueAt: Union[str, None]


class ConversationContact(TypedDict):
    id: str
    name: str
    phone: Union[str, None]
    status: ContactStatus
    marketing: Literal["subscribed", "unsubscribed", "unknown"]
    blocked: bool


class ConversationAssignee(TypedDict):
    id: str
    name: str


class ConversationLabelsItem(TypedDict):
    id: str
    name: str
    color: Literal["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]


class ConversationLastMessage(TypedDict):
    id: str
    direction: Literal["inbound", "outbound"]
    type: Literal["text", "image", "video", "audio", "document", "sticker", "template", "location", "contacts", "button", "interactive", "order", "system", "unsupported"]
    status: Literal["scheduled", "queued", "sent", "delivered", "read", "failed", "received"]
    preview: str
    author: Union[ConversationLastMessageAuthor, None]
    sentBy: Union[Literal["member", "program", "broadcast", "automation", "consent", "business_app"], None]
    createdAt: str


class ConversationLastMessageAuthor(TypedDict):
    id: str
    name: str


class ConversationsListResponsePagination(TypedDict):
    limit: int
    nextCursor: Union[str, None]


class ConversationsChangeBody(TypedDict):
    status: NotRequired[Literal["open", "snoozed", "closed"]]
    snoozedUntil: NotRequired[str]
    assigneeId: NotRequired[Union[str, None]]
    labels: NotRequired[List[str]]
    addLabels: NotRequired[List[str]]
    removeLabels: NotRequired[List[str]]
    unread: NotRequired[Literal[True]]


class ConversationsNotesResponse(TypedDict):
    data: List[Note]
    pagination: ConversationsNotesResponsePagination


class Note(TypedDict):
    id: str
    conversationId: str
    contact: str
    content: str
    mentions: List[NoteMentionsItem]
    author: Union[NoteAuthor, None]
    createdAt: str
    editedAt: Union[str, None]


class NoteMentionsItem(TypedDict):
    id: str
    name: str


class NoteAuthor(TypedDict):
    id: str
    name: str


class ConversationsNotesResponsePagination(TypedDict):
    limit: int
    nextCursor: Union[str, None]


class ConversationsAddNoteBody(TypedDict):
    content: str
    mentions: NotRequired[List[str]]


class ConversationsChangeNoteBody(TypedDict):
    content: str
    mentions: NotRequired[List[str]]


class ConversationsRemoveNoteResponse(TypedDict):
    id: str
    deleted: Literal[True]


class LabelsListResponse(TypedDict):
    data: List[LabelsListResponseDataItem]


class LabelsListResponseDataItem(TypedDict):
    id: str
    name: str
    color: Literal["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]


class MembersListResponse(TypedDict):
    data: List[MembersListResponseDataItem]


class MembersListResponseDataItem(TypedDict):
    id: str
    name: str
    role: Literal["owner", "admin", "staff"]
    isAway: bool


class WebhookEndpointsListResponse(TypedDict):
    data: List[WebhookEndpoint]


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    description: str
    events: List[Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered", "*"]]
    state: Literal["active", "failing", "paused", "disabled"]
    stateReason: Union[str, None]
    stateCause: Union[Literal["http_error", "unauthorized", "not_found", "body_too_large", "redirect", "gone", "rate_limited", "overloaded", "timeout", "connect_timeout", "name_not_found", "refused", "reset", "unreachable", "broke_off", "certificate_expired", "certificate_untrusted", "certificate_name", "tls", "address_refused", "plain_http", "bad_answer", "headers_too_large"], None]
    stateStatus: Union[int, None]
    stateSince: str
    failingSince: Union[str, None]
    restingUntil: Union[str, None]
    waiting: int
    lastDelivery: Union[WebhookEndpointLastDelivery, None]
    headers: List[WebhookEndpointHeadersItem]
    timeoutSeconds: int
    maxPerSecond: Union[int, None]
    apiVersion: str
    createdAt: str


class WebhookEndpointLastDelivery(TypedDict):
    at: str
    ok: bool
    milliseconds: int


class WebhookEndpointHeadersItem(TypedDict):
    name: str


class WebhookEndpointsCreateBody(TypedDict):
    url: str
    description: NotRequired[str]
    events: NotRequired[List[Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered", "*"]]]
    headers: NotRequired[List[WebhookEndpointsCreateBodyHeadersItem]]
    timeoutSeconds: NotRequired[int]
    maxPerSecond: NotRequired[Union[int, None]]


class WebhookEndpointsCreateBodyHeadersItem(TypedDict):
    name: str
    value: NotRequired[str]


class CreatedWebhookEndpoint(TypedDict):
    id: str
    url: str
    description: str
    events: List[Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered", "*"]]
    state: Literal["active", "failing", "paused", "disabled"]
    stateReason: Union[str, None]
    stateCause: Union[Literal["http_error", "unauthorized", "not_found", "body_too_large", "redirect", "gone", "rate_limited", "overloaded", "timeout", "connect_timeout", "name_not_found", "refused", "reset", "unreachable", "broke_off", "certificate_expired", "certificate_untrusted", "certificate_name", "tls", "address_refused", "plain_http", "bad_answer", "headers_too_large"], None]
    stateStatus: Union[int, None]
    stateSince: str
    failingSince: Union[str, None]
    restingUntil: Union[str, None]
    waiting: int
    lastDelivery: Union[CreatedWebhookEndpointLastDelivery, None]
    headers: List[CreatedWebhookEndpointHeadersItem]
    timeoutSeconds: int
    maxPerSecond: Union[int, None]
    apiVersion: str
    createdAt: str
    secret: Union[str, None]


class CreatedWebhookEndpointLastDelivery(TypedDict):
    at: str
    ok: bool
    milliseconds: int


class CreatedWebhookEndpointHeadersItem(TypedDict):
    name: str


class WebhookEndpointsUpdateBody(TypedDict):
    url: NotRequired[str]
    description: NotRequired[str]
    events: NotRequired[List[Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered", "*"]]]
    headers: NotRequired[List[WebhookEndpointsUpdateBodyHeadersItem]]
    timeoutSeconds: NotRequired[int]
    maxPerSecond: NotRequired[Union[int, None]]


class WebhookEndpointsUpdateBodyHeadersItem(TypedDict):
    name: str
    value: NotRequired[str]


class WebhookEndpointsRemoveResponse(TypedDict):
    id: str
    deleted: Literal[True]


class SendTestEvent(TypedDict):
    type: NotRequired[Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered"]]


class WebhookEndpointsTestResponse(TypedDict):
    id: str
    eventId: str
    type: Literal["message.received", "message.updated", "message.created", "message.edited", "message.deleted", "message.reaction", "contact.created", "contact.updated", "contact.deleted", "conversation.updated", "channel.updated", "broadcast.completed", "automation.triggered"]


class Me(TypedDict):
    workspace: MeWorkspace
    key: MeKey
    channel: MeChannel
    limits: MeLimits


class MeWorkspace(TypedDict):
    id: str
    name: str


class MeKey(TypedDict):
    id: str
    name: str
    permissions: List[Literal["contacts:read", "contacts:write", "messages:read", "messages:send", "conversations:read", "conversations:write", "webhooks:manage", "broadcasts:send", "templates:manage", "insights:read"]]
    hint: str


class MeChannel(TypedDict):
    state: Literal["connected", "degraded", "refused", "not_connected"]
    phoneNumber: Union[str, None]
    problem: Union[str, None]


# Requests a minute
class MeLimits(TypedDict):
    keyPerMinute: int
    workspacePerMinute: int

WebhookEvents = Union["WebhookEvent", "ContactEvent", "ContactDeletedEvent", "ConversationEvent", "ChannelEvent", "BroadcastEvent", "AutomationEvent"]


class ContactsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        attribute: Optional[str] = None,
        status: Optional[Literal["cold", "warm", "hot", "customer"]] = None,
        marketing: Optional[Literal["subscribed", "unsubscribed", "unknown"]] = None,
        blocked: Optional[Literal["true", "false"]] = None,
        has_email: Optional[Literal["true", "false"]] = None,
        added_within_days: Optional[int] = None,
        seen_within_days: Optional[int] = None,
        not_seen_for_days: Optional[int] = None,
        segment: Optional[str] = None,
        phone: Optional[str] = None,
        email: Optional[str] = None,
        updated_since: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ContactsListResponse:
        """List contacts. The newest contact first; with `updatedSince`, the oldest change first."""
        return self._send(
            "GET",
            "/contacts",
            query={"search": search, "tag": tag, "attribute": attribute, "status": status, "marketing": marketing, "blocked": blocked, "hasEmail": has_email, "addedWithinDays": added_within_days, "seenWithinDays": seen_within_days, "notSeenForDays": not_seen_for_days, "segment": segment, "phone": phone, "email": email, "updatedSince": updated_since, "page": page, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def list_all(
        self,
        *,
        search: Optional[str] = None,
        tag: Optional[str] = None,
        attribute: Optional[str] = None,
        status: Optional[Literal["cold", "warm", "hot", "customer"]] = None,
        marketing: Optional[Literal["subscribed", "unsubscribed", "unknown"]] = None,
        blocked: Optional[Literal["true", "false"]] = None,
        has_email: Optional[Literal["true", "false"]] = None,
        added_within_days: Optional[int] = None,
        seen_within_days: Optional[int] = None,
        not_seen_for_days: Optional[int] = None,
        segment: Optional[str] = None,
        phone: Optional[str] = None,
        email: Optional[str] = None,
        updated_since: Optional[str] = None,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Contact]:
        """List contacts. The newest contact first; with `updatedSince`, the oldest change first. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"search": search, "tag": tag, "attribute": attribute, "status": status, "marketing": marketing, "blocked": blocked, "hasEmail": has_email, "addedWithinDays": added_within_days, "seenWithinDays": seen_within_days, "notSeenForDays": not_seen_for_days, "segment": segment, "phone": phone, "email": email, "updatedSince": updated_since, "limit": limit}
        path = "/contacts"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def create(
        self,
        body: CreateContact,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Create a contact."""
        return self._send(
            "POST",
            "/contacts",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def tags(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ContactsTagsResponse:
        """List the tags of contacts. Every tag that a contact has, in alphabetical order. At most 500."""
        return self._send(
            "GET",
            "/contact-tags",
            timeout=timeout,
        )

    def fields(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> ContactsFieldsResponse:
        """List the custom fields of contacts. They are defined in the dashboard, under Settings. At most 50."""
        return self._send(
            "GET",
            "/contact-fields",
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Get a contact."""
        return self._send(
            "GET",
            f"/contacts/{_segment('id', id)}",
            timeout=timeout,
        )

    def put(
        self,
        id: str,
        body: ContactsPutBody,
        *,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Create or update a contact by phone number. Finds the contact with this phone number, in any spelling, and updates the given fields; without one, creates it (201). Safe to repeat. With an id `ct_…`, updates that contact."""
        return self._send(
            "PUT",
            f"/contacts/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        body: UpdateContact,
        *,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Update a contact."""
        return self._send(
            "PATCH",
            f"/contacts/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> ContactsRemoveResponse:
        """Delete a contact. Permanent. Its conversation, messages and media are deleted too."""
        return self._send(
            "DELETE",
            f"/contacts/{_segment('id', id)}",
            timeout=timeout,
        )

    def batch(
        self,
        body: ContactsBatchBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ContactsBatchResponse:
        """Create or update many contacts. Up to 500 contacts by phone number, in order. An invalid one fails alone: see its `error`. All others are stored together, or none of them."""
        return self._send(
            "POST",
            "/contacts/batch",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def merge(
        self,
        id: str,
        body: MergeContact,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Merge a contact into another one. Moves everything of this contact to the contact `into`: messages, notes, labels, tags, custom fields, phone numbers, files and scheduled messages. `into` keeps its own values, except for the fields in `take`; missing values are filled in from the merged contact. It is unsubscribed or blocked if one of the two was. Messages go to its own number, or to the other one if the customer wrote from that one last. The id and the numbers of this contact then stand for `into`, also for messages that arrive. Returns `into`. Repeating it changes nothing. Can be undone for 30 days."""
        return self._send(
            "POST",
            f"/contacts/{_segment('id', id)}/merge",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def undo_merge(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Contact:
        """Undo the merge of a contact. Creates the merged contact again, under its id, and gives it back what the merge moved: its values, phone numbers, messages, notes, labels and files. What came after the merge stays with the contact that it was merged into, and so does a value that was changed since. If the person unsubscribed or was blocked after the merge, that applies to both contacts. If only the merged contact had a conversation, it goes back with everything in it. Possible for 30 days; later merges into the same contact must be undone first. Returns the contact that is created again."""
        return self._send(
            "POST",
            f"/contacts/{_segment('id', id)}/merge/undo",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SegmentsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> SegmentsListResponse:
        """List segments. All segments, sorted by name; a workspace can have 100. To list their contacts: `GET /contacts?segment=…`."""
        return self._send(
            "GET",
            "/segments",
            timeout=timeout,
        )

    def create(
        self,
        body: CreateSegment,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Segment:
        """Create a segment."""
        return self._send(
            "POST",
            "/segments",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Segment:
        """Get a segment."""
        return self._send(
            "GET",
            f"/segments/{_segment('id', id)}",
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        body: UpdateSegment,
        *,
        timeout: Optional[float] = None,
    ) -> Segment:
        """Update a segment."""
        return self._send(
            "PATCH",
            f"/segments/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> SegmentsRemoveResponse:
        """Delete a segment. Contacts are not changed. Broadcasts that were created for it keep its filter."""
        return self._send(
            "DELETE",
            f"/segments/{_segment('id', id)}",
            timeout=timeout,
        )

    def count(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> SegmentsCountResponse:
        """Count the contacts of a segment."""
        return self._send(
            "GET",
            f"/segments/{_segment('id', id)}/count",
            timeout=timeout,
        )


class MessagesResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def send(
        self,
        body: SendMessage,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Message:
        """Send a message. With `sendAt`, stores the message as `scheduled` and returns. Otherwise stores the message, sends it to WhatsApp and waits up to 10 seconds for the result: `sent`; `queued` if there is none yet; `failed` with `error` if WhatsApp rejected it. More than 24 hours after the customer’s last message, WhatsApp delivers only templates: anything else is still sent, with the warning `window_closed`. A template that is marketing, or whose category is not known here yet, to a contact who has unsubscribed is sent with the warning `contact_unsubscribed`. While WhatsApp rejects the channel’s credentials, a message is stored with the warning `channel_refused`, also the one with which this is found out; `GET /me` returns the reason."""
        return self._send(
            "POST",
            "/messages/send",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def history(
        self,
        contact_phone: str,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MessagesHistoryResponse:
        """Message history of a contact, newest first. With the id of a message (`msg_…`), returns that one message, as `/messages/{id}/details` does."""
        return self._send(
            "GET",
            f"/messages/{_segment('contact_phone', contact_phone)}",
            query={"page": page, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def history_all(
        self,
        contact_phone: str,
        *,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Message]:
        """Message history of a contact, newest first. With the id of a message (`msg_…`), returns that one message, as `/messages/{id}/details` does. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"limit": limit}
        path = f"/messages/{_segment('contact_phone', contact_phone)}"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def cancel(
        self,
        contact_phone: str,
        *,
        timeout: Optional[float] = None,
    ) -> MessagesCancelResponse:
        """Cancel a scheduled message. Deletes a message that waits for its time. After that, it cannot be canceled."""
        return self._send(
            "DELETE",
            f"/messages/{_segment('contact_phone', contact_phone)}",
            timeout=timeout,
        )

    def changes(
        self,
        *,
        search: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        cursor: Optional[str] = None,
        direction: Optional[Literal["inbound", "outbound"]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> MessagesChangesResponse:
        """Messages of all contacts: what is new, or a search. In the order of their changes: new messages, new statuses, edits, reactions, and files that have been stored. Begin with `since`, then pass the `cursor` of each response on, at once while `hasMore` is true and otherwise when you next ask. No change is missed, and a message that changes again is listed again. Messages from before the number was connected (`history`) are not among the changes: read each conversation once with `GET /messages/{contactPhone}`. `merges` and `splits` name the contacts whose messages have moved, `deletions` what was deleted. Changes are kept for 7 days. With `search`, finds messages by their words instead, newest first and of any age; then `since` and `until` are about when a message was created."""
        return self._send(
            "GET",
            "/messages",
            query={"search": search, "since": since, "until": until, "cursor": cursor, "direction": direction, "limit": limit},
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Message:
        """One message. Also at `/messages/{id}`, where the history of a contact has its phone number."""
        return self._send(
            "GET",
            f"/messages/{_segment('id', id)}/details",
            timeout=timeout,
        )

    def react(
        self,
        id: str,
        body: SendReaction,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Message:
        """React to a message, or remove the reaction. A reaction changes an existing message; it is not a message itself. It is sent to WhatsApp in the background. If WhatsApp rejects it, it is removed."""
        return self._send(
            "POST",
            f"/messages/{_segment('id', id)}/reaction",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def mark_read(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Message:
        """Mark a conversation read up to a message. Only the messages after this one still count as unread, and the customer sees blue check marks."""
        return self._send(
            "POST",
            f"/messages/{_segment('id', id)}/read",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class TemplatesResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        search: Optional[str] = None,
        status: Optional[Literal["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED", "IN_APPEAL", "PENDING_DELETION", "ARCHIVED", "LIMIT_EXCEEDED", "FLAGGED", "LOCKED"]] = None,
        language: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> TemplatesListResponse:
        """List and search templates, by name and language. The templates of the connected business account, as of the last sync. The server fetches the list every hour, and WhatsApp reports each decision as it is made."""
        return self._send(
            "GET",
            "/templates",
            query={"search": search, "status": status, "language": language, "page": page, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def list_all(
        self,
        *,
        search: Optional[str] = None,
        status: Optional[Literal["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED", "IN_APPEAL", "PENDING_DELETION", "ARCHIVED", "LIMIT_EXCEEDED", "FLAGGED", "LOCKED"]] = None,
        language: Optional[str] = None,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Template]:
        """List and search templates, by name and language. The templates of the connected business account, as of the last sync. The server fetches the list every hour, and WhatsApp reports each decision as it is made. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"search": search, "status": status, "language": language, "limit": limit}
        path = "/templates"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def create(
        self,
        body: CreateTemplate,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Template:
        """Create a template. Submits it to WhatsApp, which reviews it: its status is PENDING until then, and changes in the list as WhatsApp decides. If WhatsApp refuses it at once, the response is 409 with the reason."""
        return self._send(
            "POST",
            "/templates",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> TemplatesRemoveResponse:
        """Delete a template. Deletes it on WhatsApp in its language; other languages of the name stay. WhatsApp blocks the name of an approved template for 30 days."""
        return self._send(
            "DELETE",
            f"/templates/{_segment('id', id)}",
            timeout=timeout,
        )


class MediaResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def upload(
        self,
        content: bytes,
        content_type: str,
        *,
        filename: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Upload:
        """Upload a file. The body is the bytes of the file, with its type as `Content-Type`; the type `application/octet-stream` is derived from the extension of `filename`. Up to 5 MB for images, 16 MB for video and audio, 100 MB for documents, 500 KB for animated and 100 KB for other stickers. Send the file within 24 hours, as `mediaId` of one message."""
        return self._send(
            "POST",
            "/media",
            query={"filename": filename},
            content=content,
            content_type=content_type,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> MediaGetResponse:
        """Get a file. Redirects (302) to the file, which supports range requests; `curl -L` and `fetch` follow the redirect. With `Accept: application/json`, the response describes the file instead, with addresses that need no key and are valid for about an hour."""
        return self._send(
            "GET",
            f"/media/{_segment('id', id)}",
            timeout=timeout,
        )


class BroadcastsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BroadcastsListResponse:
        """List broadcasts. Newest first. Their counts are some seconds old."""
        return self._send(
            "GET",
            "/broadcasts",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def list_all(
        self,
        *,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Broadcast]:
        """List broadcasts. Newest first. Their counts are some seconds old. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"limit": limit}
        path = "/broadcasts"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def create(
        self,
        body: CreateBroadcast,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Send a template to many contacts. Up to 100,000 people; one whose audience has more when it begins is paused (`too_large`). Contacts who are blocked, have unsubscribed from marketing, have no phone number that can get messages (no number, or that of a simulated customer), or were reached by a broadcast of the same name do not get it. All other messages go out before those of a broadcast. A workspace can have 20 broadcasts that have not ended."""
        return self._send(
            "POST",
            "/broadcasts",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Get a broadcast and its counts."""
        return self._send(
            "GET",
            f"/broadcasts/{_segment('id', id)}",
            timeout=timeout,
        )

    def recipients(
        self,
        id: str,
        *,
        result: Optional[Literal["waiting", "excluded", "queued", "sent", "delivered", "read", "failed", "replied", "included", "received"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> BroadcastsRecipientsResponse:
        """List recipients and their results. In the order in which the contacts were added. Contacts that were deleted are not listed."""
        return self._send(
            "GET",
            f"/broadcasts/{_segment('id', id)}/recipients",
            query={"result": result, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def recipients_all(
        self,
        id: str,
        *,
        result: Optional[Literal["waiting", "excluded", "queued", "sent", "delivered", "read", "failed", "replied", "included", "received"]] = None,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[BroadcastRecipient]:
        """List recipients and their results. In the order in which the contacts were added. Contacts that were deleted are not listed. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"result": result, "limit": limit}
        path = f"/broadcasts/{_segment('id', id)}/recipients"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def pause(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Pause a broadcast. Up to 100 messages that are queued already still go out."""
        return self._send(
            "POST",
            f"/broadcasts/{_segment('id', id)}/pause",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def resume(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Resume a paused broadcast. Sending continues where it was paused."""
        return self._send(
            "POST",
            f"/broadcasts/{_segment('id', id)}/resume",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Cancel a broadcast. Those who have no message yet get none. Up to 100 messages that are queued already still go out."""
        return self._send(
            "POST",
            f"/broadcasts/{_segment('id', id)}/cancel",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def retry(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Broadcast:
        """Send failed messages again. Only those whose failure may pass: outages, limits, a paused template. The others stay failed, and so do contacts who have unsubscribed or were blocked since. A broadcast that had ended then counts as one that has not."""
        return self._send(
            "POST",
            f"/broadcasts/{_segment('id', id)}/retry",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class InsightsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def get(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        days: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> Insights:
        """Get the insights of a period. Counted by the hour, some seconds late, and compared with the period before. A period has at most 366 days. Deleted contacts and messages stay in the figures."""
        return self._send(
            "GET",
            "/insights",
            query={"from": from_, "to": to, "days": days},
            timeout=timeout,
        )


class ConversationsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        status: Optional[Literal["open", "snoozed", "closed"]] = None,
        assignee: Optional[str] = None,
        label: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConversationsListResponse:
        """List conversations. The conversations with the latest activity first. With the filter `label` or `assignee`, a page may have fewer items than its limit, or none, and still a `nextCursor`: continue until it is null. A conversation with new activity meanwhile moves to the front: read the first page again at the end."""
        return self._send(
            "GET",
            "/conversations",
            query={"status": status, "assignee": assignee, "label": label, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def list_all(
        self,
        *,
        status: Optional[Literal["open", "snoozed", "closed"]] = None,
        assignee: Optional[str] = None,
        label: Optional[str] = None,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Conversation]:
        """List conversations. The conversations with the latest activity first. With the filter `label` or `assignee`, a page may have fewer items than its limit, or none, and still a `nextCursor`: continue until it is null. A conversation with new activity meanwhile moves to the front: read the first page again at the end. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"status": status, "assignee": assignee, "label": label, "limit": limit}
        path = "/conversations"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> Conversation:
        """Get a conversation."""
        return self._send(
            "GET",
            f"/conversations/{_segment('id', id)}",
            timeout=timeout,
        )

    def change(
        self,
        id: str,
        body: ConversationsChangeBody,
        *,
        timeout: Optional[float] = None,
    ) -> Conversation:
        """Open, snooze, close, assign or label a conversation. What is not given stays. A message of the customer opens a snoozed or closed conversation again."""
        return self._send(
            "PATCH",
            f"/conversations/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def notes(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConversationsNotesResponse:
        """List the notes of a conversation. The newest first. Customers never see notes."""
        return self._send(
            "GET",
            f"/conversations/{_segment('id', id)}/notes",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def notes_all(
        self,
        id: str,
        *,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> Iterator[Note]:
        """List the notes of a conversation. The newest first. Customers never see notes. Iterates over all items and fetches them page by page."""
        query: Dict[str, Any] = {"limit": limit}
        path = f"/conversations/{_segment('id', id)}/notes"
        return _walk(lambda cursor: self._send("GET", path, query={**query, "cursor": cursor}, timeout=timeout))

    def add_note(
        self,
        id: str,
        body: ConversationsAddNoteBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Note:
        """Add a note to a conversation. A note is for the team alone. Mentioned members see it in their mentions."""
        return self._send(
            "POST",
            f"/conversations/{_segment('id', id)}/notes",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def change_note(
        self,
        id: str,
        body: ConversationsChangeNoteBody,
        *,
        timeout: Optional[float] = None,
    ) -> Note:
        """Change a note. Replaces the text and the mentions of a note that a program wrote. Members whom it did not mention before are notified. Those of members answer 403."""
        return self._send(
            "PATCH",
            f"/notes/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def remove_note(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> ConversationsRemoveNoteResponse:
        """Delete a note. Deletes a note that a program wrote. Those of members answer 403."""
        return self._send(
            "DELETE",
            f"/notes/{_segment('id', id)}",
            timeout=timeout,
        )


class LabelsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> LabelsListResponse:
        """List the labels."""
        return self._send(
            "GET",
            "/labels",
            timeout=timeout,
        )


class MembersResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> MembersListResponse:
        """List the members. The people who can be assigned or mentioned."""
        return self._send(
            "GET",
            "/members",
            timeout=timeout,
        )


class WebhookEndpointsResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def list(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookEndpointsListResponse:
        """List webhook endpoints. All of them, oldest first: a workspace can have 20."""
        return self._send(
            "GET",
            "/webhook-endpoints",
            timeout=timeout,
        )

    def create(
        self,
        body: WebhookEndpointsCreateBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedWebhookEndpoint:
        """Create a webhook endpoint. Events that happen from now on are sent to it. Store the secret: it is not shown again."""
        return self._send(
            "POST",
            "/webhook-endpoints",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
        """Get a webhook endpoint."""
        return self._send(
            "GET",
            f"/webhook-endpoints/{_segment('id', id)}",
            timeout=timeout,
        )

    def update(
        self,
        id: str,
        body: WebhookEndpointsUpdateBody,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
        """Update a webhook endpoint. What is not given stays. `headers` replaces the whole list; a header without a value keeps its stored one, unless the host of the URL changes."""
        return self._send(
            "PATCH",
            f"/webhook-endpoints/{_segment('id', id)}",
            body=body,
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookEndpointsRemoveResponse:
        """Delete a webhook endpoint. Its waiting events and the log of its deliveries are deleted too."""
        return self._send(
            "DELETE",
            f"/webhook-endpoints/{_segment('id', id)}",
            timeout=timeout,
        )

    def test(
        self,
        id: str,
        body: SendTestEvent,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpointsTestResponse:
        """Send a test event. Sends a sample event of a type to this endpoint, also when it does not subscribe to the type. It is signed like every event, and sent once. The dashboard shows the receiver’s response."""
        return self._send(
            "POST",
            f"/webhook-endpoints/{_segment('id', id)}/test",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class MeResource:
    def __init__(self, sender: _Sender) -> None:
        self._send = sender.send

    def get(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> Me:
        """Test a key. For the connection test of an integration. Every key may call it."""
        return self._send(
            "GET",
            "/me",
            timeout=timeout,
        )


class Switchboard:
    """A client for one workspace. Its calls return the API's response as dictionaries and raise `SwitchboardError`.

    Calls are retried after 429 and 503, as `Retry-After` says, and when the connection fails. `timeout` is in seconds
    for each attempt; a send can take 10 seconds. Uploads get extra time: as long as their size takes at 1 Mbit/s.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 2,
        timeout: float = 30.0,
        transport: Optional[Transport] = None,
    ) -> None:
        sender = _Sender(base_url, api_key, max_retries, timeout, transport)
        self.contacts = ContactsResource(sender)
        self.segments = SegmentsResource(sender)
        self.messages = MessagesResource(sender)
        self.templates = TemplatesResource(sender)
        self.media = MediaResource(sender)
        self.broadcasts = BroadcastsResource(sender)
        self.insights = InsightsResource(sender)
        self.conversations = ConversationsResource(sender)
        self.labels = LabelsResource(sender)
        self.members = MembersResource(sender)
        self.webhook_endpoints = WebhookEndpointsResource(sender)
        self.me = MeResource(sender)
