/** Invented businesses of the golden set: what their owners wrote, and their saved replies. No text is from a real one. */
export interface GoldenShop {
  name: string;
  profile: string;
  /** Saved replies by a short name: title and text. */
  replies: Readonly<Record<string, readonly [title: string, text: string]>>;
}
