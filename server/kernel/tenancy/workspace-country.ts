import { AppError } from '../../../shared/domain/errors.ts';
import {
  countryOfPhone,
  nationalDigits,
  needsCountry,
  type PhoneReading,
  readPhone,
} from '../../../shared/domain/phone.ts';
import type { QueryContext } from '../context/context.ts';
import { findCountry, storeFirstCountry } from './workspace-country.repository.ts';

/**
 * Returns the digits to store for a phone number as a caller typed it, read in the country of the workspace.
 * @throws {AppError} validation_failed on `phone` when no country can have the number.
 */
export async function phoneToStore(ctx: QueryContext, typed: string): Promise<string> {
  const [reading] = await readPhones(ctx, [typed]);
  if (reading && 'digits' in reading) return reading.digits;
  throw new AppError('validation_failed', { details: [{ path: 'phone', message: reading?.error ?? '' }] });
}

/** Reads phone numbers as callers typed them, in the country of the workspace. */
export async function readPhones(ctx: QueryContext, typed: readonly string[]): Promise<PhoneReading[]> {
  const country = typed.some(needsCountry) ? await findCountry(ctx) : null;
  return typed.map((phone) => readPhone(phone, { country }));
}

/**
 * Returns the digits under which a contact may be stored that a reference names by a number in national form;
 * null when the reference is no such number, or the workspace has no country.
 */
export async function phoneInCountry(ctx: QueryContext, reference: string): Promise<string | null> {
  if (!/^[\s().\-\d]{4,40}$/.test(reference)) return null;
  const country = await findCountry(ctx);
  return country && nationalDigits(reference, country);
}

/**
 * Gives a workspace without a country that of its connected number, as the platform writes it. A number whose
 * country is not certain changes nothing.
 */
export async function adoptCountryOf(ctx: QueryContext, connectedNumber: string): Promise<void> {
  const country = countryOfPhone(connectedNumber);
  if (country !== null) await storeFirstCountry(ctx, country);
}
