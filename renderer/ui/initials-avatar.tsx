import classes from './initials-avatar.module.css';

export interface InitialsAvatarProps {
  name: string;
  seed: string;
  size?: number;
  /** People are round, workspaces are square. */
  shape?: 'round' | 'square';
}

/** Initials. The colour depends on `seed`, so it stays when the name changes. */
export function InitialsAvatar({ name, seed, size = 40, shape = 'round' }: InitialsAvatarProps) {
  return (
    <span
      className={classes.avatar}
      data-shape={shape}
      style={{
        ['--hue' as string]: hueOf(seed),
        width: size,
        height: size,
        // Not smaller than what can be read.
        fontSize: Math.max(8.5, Math.round(size * 0.36)),
      }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

/** Returns one or two letters of a name, or a symbol if it has none, like a phone number. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^\p{L}/u.test(word));
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('') || '#';
}

function hueOf(seed: string): number {
  let hash = 0;
  for (const character of seed) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return Math.round((hash * 137.5) % 360);
}
