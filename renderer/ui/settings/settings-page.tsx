import type { ReactNode } from 'react';
import { PageFrame } from '../page-frame.tsx';
import { NotLoadedSettings } from './setting-states.tsx';
import { SettingsSection } from './settings-section.tsx';

/** A page of settings that are loaded: their form, and in its place while they load, or why they could not be loaded. */
export function SettingsPage<Data>({
  title,
  lead,
  query,
  errorTitle,
  firstSection,
  rows = 3,
  children,
}: {
  title: string;
  lead: string;
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Says that the settings could not be loaded. */
  errorTitle: string;
  /** The title of the first section, which is there from the beginning. */
  firstSection: string;
  /** How many settings it has, about. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  return (
    <PageFrame title={title} lead={lead}>
      {query.data === undefined ? (
        <SettingsSection title={firstSection}>
          <NotLoadedSettings title={errorTitle} query={query} rows={rows} />
        </SettingsSection>
      ) : (
        children(query.data)
      )}
    </PageFrame>
  );
}
