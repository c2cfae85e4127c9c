/** The product's logo: two jacks and the cord between them. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#0b6b57" />
      <path d="M10.5 10.5c0 9 11 2 11 11" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="10.5" cy="9.5" r="3.4" fill="#ffc46b" />
      <circle cx="21.5" cy="22.5" r="3.4" fill="#fff" />
    </svg>
  );
}
