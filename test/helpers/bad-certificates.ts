import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

const HOUR_MS = 60 * 60 * 1_000;

/** Creates a self-signed certificate, trusted by clients that list it as an authority. */
export async function selfSigned(name: string, validHours: number): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date(Date.now() + Math.min(0, validHours) * 2 * HOUR_MS - HOUR_MS),
    notAfterDate: new Date(Date.now() + validHours * HOUR_MS),
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key, cert };
}
