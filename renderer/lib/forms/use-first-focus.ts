import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a form that fills the page: its first empty field gets the focus. Not on a touch screen, where
 * the keyboard would cover the form.
 */
export function useFirstFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!window.matchMedia('(hover: hover)').matches) return;
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    fields.find(({ value, type }) => value === '' && type !== 'hidden')?.focus({ preventScroll: true });
  }, []);
  return form;
}
