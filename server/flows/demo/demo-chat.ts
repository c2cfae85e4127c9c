/** A conversation of the demo workspace in its source format. */
export interface DemoChat {
  phone: string;
  /** Age of its last message: minutes, hours, or days (then at a time within opening hours). */
  ago: `${number}${'m' | 'h' | 'd'}`;
  /** Number of the customer's last messages that are unread. */
  unread?: number;
  /** Status of our last message, when it was not read. */
  last?: 'sent' | 'delivered' | 'failed';
  /**
   * One message per line: `<` from the customer, `>` from us, `<!` of a type that the platform cannot show.
   * `\n` is a line break inside a message; an empty line separates days, one or two nights apart. Each day
   * starts with the customer, because the platform would no longer accept our free text.
   */
  text: string;
}
