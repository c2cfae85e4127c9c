import { encode } from 'uqr';
import { t } from '../../lib/i18n.ts';
import classes from './two-factor.module.css';

/** A QR code, always dark on light: cameras do not read inverted ones. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? ['M', x, ' ', y, 'h1v1h-1z'].join('') : [])),
  );
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('twoFactor.qr')}
      shapeRendering="crispEdges"
      data-testid="two-factor-qr"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}
