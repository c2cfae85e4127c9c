import { useMutation as useTanstackMutation } from '@tanstack/react-query';
import { ApiError, type ApiErrorCode, asApiError } from '../api/api-error.ts';
import { showToast } from '../toast.ts';
import { type FieldByCode, formErrors } from './form-errors.ts';

export interface MutationOptions<Data> {
  /** The form that shows the errors of `fields`. */
  form?: {
    setErrors: (errors: Record<string, string>) => void;
    getInputNode: (field: string) => HTMLElement | null;
  };
  /** The fields that can show an error. */
  fields?: readonly string[];
  fieldByCode?: FieldByCode;
  /** Returns the message of a toast for a success. */
  toast?: (data: Data) => string;
  onSuccess?: (data: Data) => void;
  onError?: (error: unknown) => void;
}

/** A change on the server (or in the desktop app) and the state of its last run. */
export interface Mutation<Variables = void> {
  mutate: (variables: Variables) => void;
  isPending: boolean;
  /** The variables of the last run, to show which row of a list is pending. */
  variables: Variables | undefined;
  /** Whether the last run succeeded. */
  isSuccess: boolean;
  /** The error of the last run as a sentence; null when there is none or when it belongs to fields. */
  error: string | null;
  errorCode: ApiErrorCode | null;
  /** The errors of the last run that belong to `fields`. */
  fieldErrors: Readonly<Record<string, string>>;
  /** Clears the errors, for example when the input changes. Does nothing while the mutation runs. */
  reset: () => void;
}

/**
 * Runs a change and keeps its state for the screen. Buttons use it as it is, forms pass `form` and `fields`,
 * and a `ConfirmModal` takes it as its `mutation`.
 */
export function useMutation<Data, Variables = void>(
  mutationFn: (variables: Variables) => Promise<Data>,
  options: MutationOptions<Data> = {},
): Mutation<Variables> {
  const { form, fields = [], fieldByCode, toast, onSuccess, onError } = options;
  const mutation = useTanstackMutation({
    mutationFn: (variables: Variables) => mutationFn(variables),
    // The variables may contain a password, so they are dropped with the component.
    gcTime: 0,
    onSuccess: (data) => {
      if (toast) showToast(toast(data));
      onSuccess?.(data);
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      const { fields: errors } = formErrors(error, fields, fieldByCode);
      form?.setErrors(errors);
      const [wrong] = fields.filter((field) => Object.hasOwn(errors, field));
      if (wrong !== undefined) form?.getInputNode(wrong)?.focus();
      onError?.(error);
    },
  });
  const errors =
    mutation.error && !isCancelled(mutation.error) ? formErrors(mutation.error, fields, fieldByCode) : null;
  return {
    mutate: mutation.mutate,
    isPending: mutation.isPending,
    variables: mutation.variables,
    isSuccess: mutation.isSuccess,
    error: errors?.general ?? null,
    errorCode: errors ? asApiError(mutation.error).code : null,
    fieldErrors: errors?.fields ?? {},
    reset: () => {
      if (!mutation.isPending) mutation.reset();
    },
  };
}

/** Whether the person has closed the dialog that asks for the password: the form is as before, without an error. */
function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_required';
}
