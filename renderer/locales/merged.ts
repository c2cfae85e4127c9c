/** The texts of two files: a namespace can be in both, with different keys. */
export type Merged<One, Other> = One extends string
  ? One
  : {
      [Key in keyof One | keyof Other]: Key extends keyof One
        ? Key extends keyof Other
          ? Merged<One[Key], Other[Key]>
          : One[Key]
        : Key extends keyof Other
          ? Other[Key]
          : never;
    };

type Texts = { readonly [key: string]: string | Texts };

/** Returns the texts of both. */
export function merged<const One extends Texts, const Other extends Texts>(
  one: One,
  other: Other,
): Merged<One, Other> {
  const texts: Record<string, string | Texts> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = texts[key];
    texts[key] = typeof known === 'object' && typeof value === 'object' ? merged(known, value) : value;
  }
  return texts as Merged<One, Other>;
}
