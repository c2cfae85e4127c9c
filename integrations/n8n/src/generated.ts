// Made by scripts/integrations.mjs from the contract. Do not edit.
import type { NodeProperty, OperationRequest } from './n8n.ts';

export const PROPERTIES: NodeProperty[] = [
 {
  "displayName": "Resource",
  "name": "resource",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "Contact",
    "value": "contact"
   },
   {
    "name": "Segment",
    "value": "segment"
   },
   {
    "name": "Message",
    "value": "message"
   },
   {
    "name": "Template",
    "value": "template"
   },
   {
    "name": "Media",
    "value": "media"
   },
   {
    "name": "Broadcast",
    "value": "broadcast"
   },
   {
    "name": "Insight",
    "value": "insight"
   },
   {
    "name": "Conversation",
    "value": "conversation"
   },
   {
    "name": "Label",
    "value": "label"
   },
   {
    "name": "Member",
    "value": "member"
   }
  ],
  "default": "contact"
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List contacts",
    "description": "List contacts"
   },
   {
    "name": "Create",
    "value": "create",
    "action": "Create a contact",
    "description": "Create a contact"
   },
   {
    "name": "Tags",
    "value": "tags",
    "action": "List the tags of contacts",
    "description": "List the tags of contacts"
   },
   {
    "name": "Fields",
    "value": "fields",
    "action": "List the custom fields of contacts",
    "description": "List the custom fields of contacts"
   },
   {
    "name": "Get",
    "value": "get",
    "action": "Get a contact",
    "description": "Get a contact"
   },
   {
    "name": "Put",
    "value": "put",
    "action": "Create or update a contact by phone number",
    "description": "Create or update a contact by phone number"
   },
   {
    "name": "Update",
    "value": "update",
    "action": "Update a contact",
    "description": "Update a contact"
   },
   {
    "name": "Remove",
    "value": "remove",
    "action": "Delete a contact",
    "description": "Delete a contact"
   },
   {
    "name": "Batch",
    "value": "batch",
    "action": "Create or update many contacts",
    "description": "Create or update many contacts"
   },
   {
    "name": "Merge",
    "value": "merge",
    "action": "Merge a contact into another one",
    "description": "Merge a contact into another one"
   },
   {
    "name": "Undo Merge",
    "value": "undoMerge",
    "action": "Undo the merge of a contact",
    "description": "Undo the merge of a contact"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List segments",
    "description": "List segments"
   },
   {
    "name": "Create",
    "value": "create",
    "action": "Create a segment",
    "description": "Create a segment"
   },
   {
    "name": "Get",
    "value": "get",
    "action": "Get a segment",
    "description": "Get a segment"
   },
   {
    "name": "Update",
    "value": "update",
    "action": "Update a segment",
    "description": "Update a segment"
   },
   {
    "name": "Remove",
    "value": "remove",
    "action": "Delete a segment",
    "description": "Delete a segment"
   },
   {
    "name": "Count",
    "value": "count",
    "action": "Count the contacts of a segment",
    "description": "Count the contacts of a segment"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "Send",
    "value": "send",
    "action": "Send a message",
    "description": "Send a message"
   },
   {
    "name": "History",
    "value": "history",
    "action": "Message history of a contact, newest first",
    "description": "Message history of a contact, newest first"
   },
   {
    "name": "Cancel",
    "value": "cancel",
    "action": "Cancel a scheduled message",
    "description": "Cancel a scheduled message"
   },
   {
    "name": "Changes",
    "value": "changes",
    "action": "Messages of all contacts: what is new, or a search",
    "description": "Messages of all contacts: what is new, or a search"
   },
   {
    "name": "Get",
    "value": "get",
    "action": "One message",
    "description": "One message"
   },
   {
    "name": "React",
    "value": "react",
    "action": "React to a message, or remove the reaction",
    "description": "React to a message, or remove the reaction"
   },
   {
    "name": "Mark Read",
    "value": "markRead",
    "action": "Mark a conversation read up to a message",
    "description": "Mark a conversation read up to a message"
   }
  ],
  "default": "send",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List and search templates, by name and language",
    "description": "List and search templates, by name and language"
   },
   {
    "name": "Create",
    "value": "create",
    "action": "Create a template",
    "description": "Create a template"
   },
   {
    "name": "Remove",
    "value": "remove",
    "action": "Delete a template",
    "description": "Delete a template"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "Get",
    "value": "get",
    "action": "Get a file",
    "description": "Get a file"
   }
  ],
  "default": "get",
  "displayOptions": {
   "show": {
    "resource": [
     "media"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List broadcasts",
    "description": "List broadcasts"
   },
   {
    "name": "Create",
    "value": "create",
    "action": "Send a template to many contacts",
    "description": "Send a template to many contacts"
   },
   {
    "name": "Get",
    "value": "get",
    "action": "Get a broadcast and its counts",
    "description": "Get a broadcast and its counts"
   },
   {
    "name": "Recipients",
    "value": "recipients",
    "action": "List recipients and their results",
    "description": "List recipients and their results"
   },
   {
    "name": "Pause",
    "value": "pause",
    "action": "Pause a broadcast",
    "description": "Pause a broadcast"
   },
   {
    "name": "Resume",
    "value": "resume",
    "action": "Resume a paused broadcast",
    "description": "Resume a paused broadcast"
   },
   {
    "name": "Cancel",
    "value": "cancel",
    "action": "Cancel a broadcast",
    "description": "Cancel a broadcast"
   },
   {
    "name": "Retry",
    "value": "retry",
    "action": "Send failed messages again",
    "description": "Send failed messages again"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "Get",
    "value": "get",
    "action": "Get the insights of a period",
    "description": "Get the insights of a period"
   }
  ],
  "default": "get",
  "displayOptions": {
   "show": {
    "resource": [
     "insight"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List conversations",
    "description": "List conversations"
   },
   {
    "name": "Get",
    "value": "get",
    "action": "Get a conversation",
    "description": "Get a conversation"
   },
   {
    "name": "Change",
    "value": "change",
    "action": "Open, snooze, close, assign or label a conversation",
    "description": "Open, snooze, close, assign or label a conversation"
   },
   {
    "name": "Notes",
    "value": "notes",
    "action": "List the notes of a conversation",
    "description": "List the notes of a conversation"
   },
   {
    "name": "Add Note",
    "value": "addNote",
    "action": "Add a note to a conversation",
    "description": "Add a note to a conversation"
   },
   {
    "name": "Change Note",
    "value": "changeNote",
    "action": "Change a note",
    "description": "Change a note"
   },
   {
    "name": "Remove Note",
    "value": "removeNote",
    "action": "Delete a note",
    "description": "Delete a note"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List the labels",
    "description": "List the labels"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "label"
    ]
   }
  }
 },
 {
  "displayName": "Operation",
  "name": "operation",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "List",
    "value": "list",
    "action": "List the members",
    "description": "List the members"
   }
  ],
  "default": "list",
  "displayOptions": {
   "show": {
    "resource": [
     "member"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "Search",
    "name": "search",
    "description": "Finds contacts whose name or phone number contains this text, whose email address begins with it, from its start or from the @ or after it, or that have a tag with exactly this name. One character is enough. Case, accents and other marks are ignored, ligatures and full-width letters match plain ones, and % and _ have no special meaning. A text that can be part of a phone number also matches numbers without its spaces, dots, dashes, parentheses and leading + (a 00 before a whole number counts as +). Newest first. `total` is exact up to 1,000, and then 1,000 with `totalIsCapped`: one or two characters nearly always match more, and take somewhat longer than a longer search.",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Tag",
    "name": "tag",
    "description": "Contacts with exactly this tag",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Attribute",
    "name": "attribute",
    "description": "Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Cold",
      "value": "cold"
     },
     {
      "name": "Warm",
      "value": "warm"
     },
     {
      "name": "Hot",
      "value": "hot"
     },
     {
      "name": "Customer",
      "value": "customer"
     }
    ],
    "default": "cold"
   },
   {
    "displayName": "Marketing",
    "name": "marketing",
    "description": "Contacts with this marketing consent",
    "type": "options",
    "options": [
     {
      "name": "Subscribed",
      "value": "subscribed"
     },
     {
      "name": "Unsubscribed",
      "value": "unsubscribed"
     },
     {
      "name": "Unknown",
      "value": "unknown"
     }
    ],
    "default": "subscribed"
   },
   {
    "displayName": "Blocked",
    "name": "blocked",
    "description": "Only blocked contacts, or only others",
    "type": "options",
    "options": [
     {
      "name": "True",
      "value": "true"
     },
     {
      "name": "False",
      "value": "false"
     }
    ],
    "default": "true"
   },
   {
    "displayName": "Has Email",
    "name": "hasEmail",
    "description": "Only contacts with an email address, or only those without",
    "type": "options",
    "options": [
     {
      "name": "True",
      "value": "true"
     },
     {
      "name": "False",
      "value": "false"
     }
    ],
    "default": "true"
   },
   {
    "displayName": "Added Within Days",
    "name": "addedWithinDays",
    "description": "Contacts that were added in the last days, up to this number",
    "type": "number",
    "default": 0
   },
   {
    "displayName": "Seen Within Days",
    "name": "seenWithinDays",
    "description": "Contacts who wrote in the last days, up to this number",
    "type": "number",
    "default": 0
   },
   {
    "displayName": "Not Seen For Days",
    "name": "notSeenForDays",
    "description": "Contacts who have not written for this many days, or never",
    "type": "number",
    "default": 0
   },
   {
    "displayName": "Segment",
    "name": "segment",
    "description": "Contacts of this segment; other parameters narrow it down further",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Phone",
    "name": "phone",
    "description": "The contact with this number, in any spelling",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Email",
    "name": "email",
    "description": "Contacts with this address; case is ignored",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Updated Since",
    "name": "updatedSince",
    "description": "Contacts that were created or changed at this time or later, with the oldest change first: a contact that changes while you read the list appears again further on, and none is left out. To follow changes, start each time a few minutes before the last `updatedAt` that you have.",
    "type": "dateTime",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "list"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Phone",
  "name": "phone",
  "description": "A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Name",
    "name": "name",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Email",
    "name": "email",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Tags",
    "name": "tags",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Cold",
      "value": "cold"
     },
     {
      "name": "Warm",
      "value": "warm"
     },
     {
      "name": "Hot",
      "value": "hot"
     },
     {
      "name": "Customer",
      "value": "customer"
     }
    ],
    "default": "cold"
   },
   {
    "displayName": "Attributes",
    "name": "attributes",
    "description": "Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are",
    "type": "json",
    "default": "{}"
   },
   {
    "displayName": "Marketing",
    "name": "marketing",
    "type": "options",
    "options": [
     {
      "name": "Subscribed",
      "value": "subscribed"
     },
     {
      "name": "Unsubscribed",
      "value": "unsubscribed"
     }
    ],
    "default": "subscribed"
   },
   {
    "displayName": "Blocked",
    "name": "blocked",
    "type": "boolean",
    "default": false
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id or its phone number",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id or its phone number",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "put"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Name",
    "name": "name",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Email",
    "name": "email",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Tags",
    "name": "tags",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Add Tags",
    "name": "addTags",
    "description": "Tags to add; the others stay",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Remove Tags",
    "name": "removeTags",
    "description": "Tags to remove; the others stay",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Cold",
      "value": "cold"
     },
     {
      "name": "Warm",
      "value": "warm"
     },
     {
      "name": "Hot",
      "value": "hot"
     },
     {
      "name": "Customer",
      "value": "customer"
     }
    ],
    "default": "cold"
   },
   {
    "displayName": "Attributes",
    "name": "attributes",
    "description": "Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are",
    "type": "json",
    "default": "{}"
   },
   {
    "displayName": "Marketing",
    "name": "marketing",
    "type": "options",
    "options": [
     {
      "name": "Subscribed",
      "value": "subscribed"
     },
     {
      "name": "Unsubscribed",
      "value": "unsubscribed"
     }
    ],
    "default": "subscribed"
   },
   {
    "displayName": "Blocked",
    "name": "blocked",
    "type": "boolean",
    "default": false
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "put"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id or its phone number",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "update"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Name",
    "name": "name",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Phone",
    "name": "phone",
    "description": "A phone number with country code (7 to 15 digits), optionally prefixed with + or 00, or a national number of the workspace's country. Spaces, dots, dashes and parentheses are allowed. Stored as digits with country code.",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Email",
    "name": "email",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Tags",
    "name": "tags",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Add Tags",
    "name": "addTags",
    "description": "Tags to add; the others stay",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Remove Tags",
    "name": "removeTags",
    "description": "Tags to remove; the others stay",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Cold",
      "value": "cold"
     },
     {
      "name": "Warm",
      "value": "warm"
     },
     {
      "name": "Hot",
      "value": "hot"
     },
     {
      "name": "Customer",
      "value": "customer"
     }
    ],
    "default": "cold"
   },
   {
    "displayName": "Attributes",
    "name": "attributes",
    "description": "Values of custom fields, by the keys of the fields; null removes one, and those left out stay as they are",
    "type": "json",
    "default": "{}"
   },
   {
    "displayName": "Marketing",
    "name": "marketing",
    "type": "options",
    "options": [
     {
      "name": "Subscribed",
      "value": "subscribed"
     },
     {
      "name": "Unsubscribed",
      "value": "unsubscribed"
     }
    ],
    "default": "subscribed"
   },
   {
    "displayName": "Blocked",
    "name": "blocked",
    "type": "boolean",
    "default": false
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "update"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id or its phone number",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "remove"
    ]
   }
  }
 },
 {
  "displayName": "Contacts",
  "name": "contacts",
  "type": "json",
  "default": "[]",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "batch"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id or its phone number",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "merge"
    ]
   }
  }
 },
 {
  "displayName": "Into",
  "name": "into",
  "description": "The contact that stays: its id or a phone number of it",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "merge"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Take",
    "name": "take",
    "description": "Fields whose value comes from the contact that is merged: `name`, `phone`, `email`, `status`, or `field:` and the key of a custom field, as in `field:city`. Without a value there, that of `into` stays",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Keep",
    "name": "keep",
    "description": "`phone`: messages go to the number of `into`, also if the customer wrote from the other one last. Without effect if `take` has `phone`",
    "type": "json",
    "default": "[]"
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "merge"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "The id of the merged contact",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "contact"
    ],
    "operation": [
     "undoMerge"
    ]
   }
  }
 },
 {
  "displayName": "Name",
  "name": "name",
  "description": "Unique in the workspace, whatever the case of its letters",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Filter",
  "name": "filter",
  "type": "json",
  "default": "{}",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "update"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Name",
    "name": "name",
    "description": "Unique in the workspace, whatever the case of its letters",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Filter",
    "name": "filter",
    "description": "Replaces the whole filter",
    "type": "json",
    "default": "{}"
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "update"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "remove"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "segment"
    ],
    "operation": [
     "count"
    ]
   }
  }
 },
 {
  "displayName": "Type",
  "name": "type",
  "type": "options",
  "noDataExpression": true,
  "options": [
   {
    "name": "Text",
    "value": "text"
   },
   {
    "name": "Template",
    "value": "template"
   },
   {
    "name": "Image",
    "value": "image"
   },
   {
    "name": "Video",
    "value": "video"
   },
   {
    "name": "Audio",
    "value": "audio"
   },
   {
    "name": "Document",
    "value": "document"
   },
   {
    "name": "Sticker",
    "value": "sticker"
   },
   {
    "name": "Media",
    "value": "media"
   },
   {
    "name": "Interactive",
    "value": "interactive"
   },
   {
    "name": "Location",
    "value": "location"
   },
   {
    "name": "Contacts",
    "value": "contacts"
   }
  ],
  "default": "text",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ]
   }
  },
  "required": true
 },
 {
  "displayName": "Contact Id",
  "name": "contactId",
  "description": "The contact's phone number in any known form, or its id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ]
   }
  }
 },
 {
  "displayName": "Content",
  "name": "content",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "text"
    ]
   }
  }
 },
 {
  "displayName": "Template Name",
  "name": "templateName",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "template"
    ]
   }
  }
 },
 {
  "displayName": "Template Language",
  "name": "templateLanguage",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "template"
    ]
   }
  }
 },
 {
  "displayName": "Interactive",
  "name": "interactive",
  "type": "json",
  "default": "{}",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "interactive"
    ]
   }
  }
 },
 {
  "displayName": "Location",
  "name": "location",
  "type": "json",
  "default": "{}",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "location"
    ]
   }
  }
 },
 {
  "displayName": "Contacts",
  "name": "contacts",
  "type": "json",
  "default": "[]",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ],
    "type": [
     "contacts"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Create Contact",
    "name": "createContact",
    "description": "If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`",
    "type": "boolean",
    "default": false
   },
   {
    "displayName": "Reply To",
    "name": "replyTo",
    "description": "The message from the same contact that this one replies to; WhatsApp shows it as a quote",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Send At",
    "name": "sendAt",
    "description": "When to send it, up to 30 days ahead. Until then, its status is `scheduled`",
    "type": "dateTime",
    "default": ""
   },
   {
    "displayName": "Preview Url",
    "name": "previewUrl",
    "description": "Whether the phone shows a preview of the first link in the text; true when not given",
    "type": "boolean",
    "default": false
   },
   {
    "displayName": "Components",
    "name": "components",
    "type": "json",
    "default": "[]"
   },
   {
    "displayName": "Media Url",
    "name": "mediaUrl",
    "description": "A public http or https address from which WhatsApp downloads the file",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Media Id",
    "name": "mediaId",
    "description": "The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Caption",
    "name": "caption",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Voice",
    "name": "voice",
    "description": "Whether it is a voice message, which the phone shows as one recorded in the chat. WhatsApp requires Ogg with Opus and one channel",
    "type": "boolean",
    "default": false
   },
   {
    "displayName": "Filename",
    "name": "filename",
    "description": "The file name that the customer sees",
    "type": "string",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "send"
    ]
   }
  }
 },
 {
  "displayName": "Contact Phone",
  "name": "contactPhone",
  "description": "The contact’s phone number or id; or the id of a message: the response is then that message alone, or 404 `message_not_found`",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "history"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "history"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "history"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Contact Phone",
  "name": "contactPhone",
  "description": "The id of the message",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "cancel"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "Search",
    "name": "search",
    "description": "Finds messages with all of these words in their text, caption or file name. Case and accents are ignored; from three letters on, the beginning of a word is enough. A page may have fewer messages than `limit`, or none, and still have more after it",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Since",
    "name": "since",
    "description": "The time to begin at; without it and a cursor, the earliest change that is kept",
    "type": "dateTime",
    "default": ""
   },
   {
    "displayName": "Until",
    "name": "until",
    "description": "The time to end before",
    "type": "dateTime",
    "default": ""
   },
   {
    "displayName": "Direction",
    "name": "direction",
    "type": "options",
    "options": [
     {
      "name": "Inbound",
      "value": "inbound"
     },
     {
      "name": "Outbound",
      "value": "outbound"
     }
    ],
    "default": "inbound"
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "changes"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "changes"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "changes"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "react"
    ]
   }
  }
 },
 {
  "displayName": "Emoji",
  "name": "emoji",
  "description": "One emoji; null removes our reaction",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "react"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "message"
    ],
    "operation": [
     "markRead"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "Search",
    "name": "search",
    "description": "Any part of a name or a text",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "APPROVED",
      "value": "APPROVED"
     },
     {
      "name": "PENDING",
      "value": "PENDING"
     },
     {
      "name": "REJECTED",
      "value": "REJECTED"
     },
     {
      "name": "PAUSED",
      "value": "PAUSED"
     },
     {
      "name": "DISABLED",
      "value": "DISABLED"
     },
     {
      "name": "IN_APPEAL",
      "value": "IN_APPEAL"
     },
     {
      "name": "PENDING_DELETION",
      "value": "PENDING_DELETION"
     },
     {
      "name": "ARCHIVED",
      "value": "ARCHIVED"
     },
     {
      "name": "LIMIT_EXCEEDED",
      "value": "LIMIT_EXCEEDED"
     },
     {
      "name": "FLAGGED",
      "value": "FLAGGED"
     },
     {
      "name": "LOCKED",
      "value": "LOCKED"
     }
    ],
    "default": "APPROVED"
   },
   {
    "displayName": "Language",
    "name": "language",
    "type": "string",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "list"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Name",
  "name": "name",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Language",
  "name": "language",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Category",
  "name": "category",
  "type": "options",
  "options": [
   {
    "name": "MARKETING",
    "value": "MARKETING"
   },
   {
    "name": "UTILITY",
    "value": "UTILITY"
   },
   {
    "name": "AUTHENTICATION",
    "value": "AUTHENTICATION"
   }
  ],
  "default": "MARKETING",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Components",
  "name": "components",
  "description": "In WhatsApp’s format, with a sample in `example` for each variable",
  "type": "json",
  "default": "[]",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Parameter Format",
    "name": "parameterFormat",
    "description": "Whether variables are numbered, as in {{1}}, or have names, as in {{first_name}}",
    "type": "options",
    "options": [
     {
      "name": "POSITIONAL",
      "value": "POSITIONAL"
     },
     {
      "name": "NAMED",
      "value": "NAMED"
     }
    ],
    "default": "POSITIONAL"
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "template"
    ],
    "operation": [
     "remove"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "media"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "list"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Name",
  "name": "name",
  "description": "Contacts that a broadcast of the same name has reached do not get this one",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Template",
  "name": "template",
  "type": "json",
  "default": "{}",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Audience",
  "name": "audience",
  "type": "json",
  "default": "{}",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Send At",
    "name": "sendAt",
    "description": "When it begins, within 30 days; at once when not given",
    "type": "dateTime",
    "default": ""
   },
   {
    "displayName": "Send At Local",
    "name": "sendAtLocal",
    "description": "Instead of `sendAt`: the local time at which each person gets it, by the country or area code of their number. Where it has passed already, they get it on the next day at this time",
    "type": "string",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "create"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "recipients"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "Result",
    "name": "result",
    "description": "`replied`: those who wrote within three days after their message; `included`: all who were not excluded; `received`: those to whom it was delivered, also if they have read it",
    "type": "options",
    "options": [
     {
      "name": "Waiting",
      "value": "waiting"
     },
     {
      "name": "Excluded",
      "value": "excluded"
     },
     {
      "name": "Queued",
      "value": "queued"
     },
     {
      "name": "Sent",
      "value": "sent"
     },
     {
      "name": "Delivered",
      "value": "delivered"
     },
     {
      "name": "Read",
      "value": "read"
     },
     {
      "name": "Failed",
      "value": "failed"
     },
     {
      "name": "Replied",
      "value": "replied"
     },
     {
      "name": "Included",
      "value": "included"
     },
     {
      "name": "Received",
      "value": "received"
     }
    ],
    "default": "waiting"
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "recipients"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "recipients"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "recipients"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "pause"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "resume"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "cancel"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "broadcast"
    ],
    "operation": [
     "retry"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "From",
    "name": "from",
    "description": "First day, in the time zone of the workspace",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "To",
    "name": "to",
    "description": "Until this day; today if not given",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Days",
    "name": "days",
    "description": "Number of days up to and including `to`, instead of `from`; 7 if neither is given",
    "type": "number",
    "default": 0
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "insight"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Filters",
  "name": "filters",
  "type": "collection",
  "placeholder": "Add Filter",
  "default": {},
  "options": [
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Open",
      "value": "open"
     },
     {
      "name": "Snoozed",
      "value": "snoozed"
     },
     {
      "name": "Closed",
      "value": "closed"
     }
    ],
    "default": "open"
   },
   {
    "displayName": "Assignee",
    "name": "assignee",
    "description": "The id of a member; `none`: nobody is assigned",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Label",
    "name": "label",
    "type": "string",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "list"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "list"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id, or the id or the phone number of its contact",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "get"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id, or the id or the phone number of its contact",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "change"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Status",
    "name": "status",
    "type": "options",
    "options": [
     {
      "name": "Open",
      "value": "open"
     },
     {
      "name": "Snoozed",
      "value": "snoozed"
     },
     {
      "name": "Closed",
      "value": "closed"
     }
    ],
    "default": "open"
   },
   {
    "displayName": "Snoozed Until",
    "name": "snoozedUntil",
    "description": "Required with the status `snoozed`, and only then",
    "type": "dateTime",
    "default": ""
   },
   {
    "displayName": "Assignee Id",
    "name": "assigneeId",
    "description": "null: nobody",
    "type": "string",
    "default": ""
   },
   {
    "displayName": "Labels",
    "name": "labels",
    "description": "All labels that it then has; without `addLabels` and `removeLabels`",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Add Labels",
    "name": "addLabels",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Remove Labels",
    "name": "removeLabels",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   },
   {
    "displayName": "Unread",
    "name": "unread",
    "description": "Marks it as unread",
    "type": "string",
    "default": ""
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "change"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id, or the id or the phone number of its contact",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "notes"
    ]
   }
  }
 },
 {
  "displayName": "Return All",
  "name": "returnAll",
  "type": "boolean",
  "default": false,
  "description": "Whether to return all results or only up to a given limit",
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "notes"
    ]
   }
  }
 },
 {
  "displayName": "Limit",
  "name": "limit",
  "type": "number",
  "typeOptions": {
   "minValue": 1,
   "maxValue": 100
  },
  "default": 50,
  "description": "Max number of results to return",
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "notes"
    ],
    "returnAll": [
     false
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "Its id, or the id or the phone number of its contact",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "addNote"
    ]
   }
  }
 },
 {
  "displayName": "Content",
  "name": "content",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "addNote"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Mentions",
    "name": "mentions",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "addNote"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "The id of the note",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "changeNote"
    ]
   }
  }
 },
 {
  "displayName": "Content",
  "name": "content",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "changeNote"
    ]
   }
  }
 },
 {
  "displayName": "Fields",
  "name": "fields",
  "type": "collection",
  "placeholder": "Add Field",
  "default": {},
  "options": [
   {
    "displayName": "Mentions",
    "name": "mentions",
    "type": "string",
    "typeOptions": {
     "multipleValues": true
    },
    "default": []
   }
  ],
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "changeNote"
    ]
   }
  }
 },
 {
  "displayName": "Id",
  "name": "id",
  "description": "The id of the note",
  "type": "string",
  "default": "",
  "required": true,
  "displayOptions": {
   "show": {
    "resource": [
     "conversation"
    ],
    "operation": [
     "removeNote"
    ]
   }
  }
 }
];

export const REQUESTS: Readonly<Record<string, OperationRequest>> = {
 "contact.list": {
  "method": "GET",
  "path": "/contacts",
  "inPath": [],
  "isPaged": true,
  "fields": null,
  "query": [
   [
    "search",
    "value"
   ],
   [
    "tag",
    "value"
   ],
   [
    "attribute",
    "value"
   ],
   [
    "status",
    "value"
   ],
   [
    "marketing",
    "value"
   ],
   [
    "blocked",
    "value"
   ],
   [
    "hasEmail",
    "value"
   ],
   [
    "addedWithinDays",
    "value"
   ],
   [
    "seenWithinDays",
    "value"
   ],
   [
    "notSeenForDays",
    "value"
   ],
   [
    "segment",
    "value"
   ],
   [
    "phone",
    "value"
   ],
   [
    "email",
    "value"
   ],
   [
    "updatedSince",
    "time"
   ]
  ]
 },
 "contact.create": {
  "method": "POST",
  "path": "/contacts",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "phone",
    "value"
   ],
   [
    "email",
    "value"
   ],
   [
    "tags",
    "texts"
   ],
   [
    "status",
    "value"
   ],
   [
    "attributes",
    "json"
   ],
   [
    "marketing",
    "value"
   ],
   [
    "blocked",
    "value"
   ]
  ],
  "query": []
 },
 "contact.tags": {
  "method": "GET",
  "path": "/contact-tags",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "contact.fields": {
  "method": "GET",
  "path": "/contact-fields",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "contact.get": {
  "method": "GET",
  "path": "/contacts/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "contact.put": {
  "method": "PUT",
  "path": "/contacts/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "email",
    "value"
   ],
   [
    "tags",
    "texts"
   ],
   [
    "addTags",
    "texts"
   ],
   [
    "removeTags",
    "texts"
   ],
   [
    "status",
    "value"
   ],
   [
    "attributes",
    "json"
   ],
   [
    "marketing",
    "value"
   ],
   [
    "blocked",
    "value"
   ]
  ],
  "query": []
 },
 "contact.update": {
  "method": "PATCH",
  "path": "/contacts/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "phone",
    "value"
   ],
   [
    "email",
    "value"
   ],
   [
    "tags",
    "texts"
   ],
   [
    "addTags",
    "texts"
   ],
   [
    "removeTags",
    "texts"
   ],
   [
    "status",
    "value"
   ],
   [
    "attributes",
    "json"
   ],
   [
    "marketing",
    "value"
   ],
   [
    "blocked",
    "value"
   ]
  ],
  "query": []
 },
 "contact.remove": {
  "method": "DELETE",
  "path": "/contacts/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "contact.batch": {
  "method": "POST",
  "path": "/contacts/batch",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "contacts",
    "json"
   ]
  ],
  "query": []
 },
 "contact.merge": {
  "method": "POST",
  "path": "/contacts/{id}/merge",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "into",
    "value"
   ],
   [
    "take",
    "texts"
   ],
   [
    "keep",
    "json"
   ]
  ],
  "query": []
 },
 "contact.undoMerge": {
  "method": "POST",
  "path": "/contacts/{id}/merge/undo",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "segment.list": {
  "method": "GET",
  "path": "/segments",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "segment.create": {
  "method": "POST",
  "path": "/segments",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "filter",
    "json"
   ]
  ],
  "query": []
 },
 "segment.get": {
  "method": "GET",
  "path": "/segments/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "segment.update": {
  "method": "PATCH",
  "path": "/segments/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "filter",
    "json"
   ]
  ],
  "query": []
 },
 "segment.remove": {
  "method": "DELETE",
  "path": "/segments/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "segment.count": {
  "method": "GET",
  "path": "/segments/{id}/count",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "message.send": {
  "method": "POST",
  "path": "/messages/send",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "type",
    "value"
   ],
   [
    "contactId",
    "value"
   ],
   [
    "createContact",
    "value"
   ],
   [
    "replyTo",
    "value"
   ],
   [
    "sendAt",
    "time"
   ],
   [
    "content",
    "value"
   ],
   [
    "previewUrl",
    "value"
   ],
   [
    "templateName",
    "value"
   ],
   [
    "templateLanguage",
    "value"
   ],
   [
    "components",
    "json"
   ],
   [
    "mediaUrl",
    "value"
   ],
   [
    "mediaId",
    "value"
   ],
   [
    "caption",
    "value"
   ],
   [
    "voice",
    "value"
   ],
   [
    "filename",
    "value"
   ],
   [
    "interactive",
    "json"
   ],
   [
    "location",
    "json"
   ],
   [
    "contacts",
    "json"
   ]
  ],
  "query": []
 },
 "message.history": {
  "method": "GET",
  "path": "/messages/{contactPhone}",
  "inPath": [
   "contactPhone"
  ],
  "isPaged": true,
  "fields": null,
  "query": []
 },
 "message.cancel": {
  "method": "DELETE",
  "path": "/messages/{contactPhone}",
  "inPath": [
   "contactPhone"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "message.changes": {
  "method": "GET",
  "path": "/messages",
  "inPath": [],
  "isPaged": true,
  "fields": null,
  "query": [
   [
    "search",
    "value"
   ],
   [
    "since",
    "time"
   ],
   [
    "until",
    "time"
   ],
   [
    "direction",
    "value"
   ]
  ]
 },
 "message.get": {
  "method": "GET",
  "path": "/messages/{id}/details",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "message.react": {
  "method": "POST",
  "path": "/messages/{id}/reaction",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "emoji",
    "value"
   ]
  ],
  "query": []
 },
 "message.markRead": {
  "method": "POST",
  "path": "/messages/{id}/read",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "template.list": {
  "method": "GET",
  "path": "/templates",
  "inPath": [],
  "isPaged": true,
  "fields": null,
  "query": [
   [
    "search",
    "value"
   ],
   [
    "status",
    "value"
   ],
   [
    "language",
    "value"
   ]
  ]
 },
 "template.create": {
  "method": "POST",
  "path": "/templates",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "language",
    "value"
   ],
   [
    "category",
    "value"
   ],
   [
    "parameterFormat",
    "value"
   ],
   [
    "components",
    "json"
   ]
  ],
  "query": []
 },
 "template.remove": {
  "method": "DELETE",
  "path": "/templates/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "media.get": {
  "method": "GET",
  "path": "/media/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "broadcast.list": {
  "method": "GET",
  "path": "/broadcasts",
  "inPath": [],
  "isPaged": true,
  "fields": null,
  "query": []
 },
 "broadcast.create": {
  "method": "POST",
  "path": "/broadcasts",
  "inPath": [],
  "isPaged": false,
  "fields": [
   [
    "name",
    "value"
   ],
   [
    "template",
    "json"
   ],
   [
    "audience",
    "json"
   ],
   [
    "sendAt",
    "time"
   ],
   [
    "sendAtLocal",
    "value"
   ]
  ],
  "query": []
 },
 "broadcast.get": {
  "method": "GET",
  "path": "/broadcasts/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "broadcast.recipients": {
  "method": "GET",
  "path": "/broadcasts/{id}/recipients",
  "inPath": [
   "id"
  ],
  "isPaged": true,
  "fields": null,
  "query": [
   [
    "result",
    "value"
   ]
  ]
 },
 "broadcast.pause": {
  "method": "POST",
  "path": "/broadcasts/{id}/pause",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "broadcast.resume": {
  "method": "POST",
  "path": "/broadcasts/{id}/resume",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "broadcast.cancel": {
  "method": "POST",
  "path": "/broadcasts/{id}/cancel",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "broadcast.retry": {
  "method": "POST",
  "path": "/broadcasts/{id}/retry",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "insight.get": {
  "method": "GET",
  "path": "/insights",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": [
   [
    "from",
    "value"
   ],
   [
    "to",
    "value"
   ],
   [
    "days",
    "value"
   ]
  ]
 },
 "conversation.list": {
  "method": "GET",
  "path": "/conversations",
  "inPath": [],
  "isPaged": true,
  "fields": null,
  "query": [
   [
    "status",
    "value"
   ],
   [
    "assignee",
    "value"
   ],
   [
    "label",
    "value"
   ]
  ]
 },
 "conversation.get": {
  "method": "GET",
  "path": "/conversations/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "conversation.change": {
  "method": "PATCH",
  "path": "/conversations/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "status",
    "value"
   ],
   [
    "snoozedUntil",
    "time"
   ],
   [
    "assigneeId",
    "value"
   ],
   [
    "labels",
    "texts"
   ],
   [
    "addLabels",
    "texts"
   ],
   [
    "removeLabels",
    "texts"
   ],
   [
    "unread",
    "value"
   ]
  ],
  "query": []
 },
 "conversation.notes": {
  "method": "GET",
  "path": "/conversations/{id}/notes",
  "inPath": [
   "id"
  ],
  "isPaged": true,
  "fields": null,
  "query": []
 },
 "conversation.addNote": {
  "method": "POST",
  "path": "/conversations/{id}/notes",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "content",
    "value"
   ],
   [
    "mentions",
    "texts"
   ]
  ],
  "query": []
 },
 "conversation.changeNote": {
  "method": "PATCH",
  "path": "/notes/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": [
   [
    "content",
    "value"
   ],
   [
    "mentions",
    "texts"
   ]
  ],
  "query": []
 },
 "conversation.removeNote": {
  "method": "DELETE",
  "path": "/notes/{id}",
  "inPath": [
   "id"
  ],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "label.list": {
  "method": "GET",
  "path": "/labels",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": []
 },
 "member.list": {
  "method": "GET",
  "path": "/members",
  "inPath": [],
  "isPaged": false,
  "fields": null,
  "query": []
 }
};

export const EVENTS: { name: string; value: string; description: string }[] = [
 {
  "name": "message.received",
  "value": "message.received",
  "description": "A customer wrote or called, or WhatsApp reported a change such as a new number"
 },
 {
  "name": "message.updated",
  "value": "message.updated",
  "description": "One of your messages was sent, delivered, read or failed"
 },
 {
  "name": "message.created",
  "value": "message.created",
  "description": "A message of yours was stored: from the dashboard, a program, a broadcast or a rule (it waits for WhatsApp), or written in the business app (it is already sent)"
 },
 {
  "name": "message.edited",
  "value": "message.edited",
  "description": "A customer edited a message"
 },
 {
  "name": "message.deleted",
  "value": "message.deleted",
  "description": "A customer deleted a message for everyone"
 },
 {
  "name": "message.reaction",
  "value": "message.reaction",
  "description": "A reaction was added, changed or removed"
 },
 {
  "name": "contact.created",
  "value": "contact.created",
  "description": "A contact was added"
 },
 {
  "name": "contact.updated",
  "value": "contact.updated",
  "description": "A contact changed"
 },
 {
  "name": "contact.deleted",
  "value": "contact.deleted",
  "description": "A contact was deleted, with its messages, or merged into another one"
 },
 {
  "name": "conversation.updated",
  "value": "conversation.updated",
  "description": "A conversation was assigned, labeled, snoozed, closed, reopened or read"
 },
 {
  "name": "channel.updated",
  "value": "channel.updated",
  "description": "The connection of your number changed"
 },
 {
  "name": "broadcast.completed",
  "value": "broadcast.completed",
  "description": "A broadcast is done: WhatsApp has answered for everyone"
 },
 {
  "name": "automation.triggered",
  "value": "automation.triggered",
  "description": "An automation rule with this action ran"
 }
];
