/** Apart from the schemas: the first screen of the dashboard reads addresses with them. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Groups of statuses: below 400, from 400 to 499, and from 500. */
export const REQUEST_OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
