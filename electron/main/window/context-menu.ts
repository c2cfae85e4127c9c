import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

/** The menu of the right mouse button: corrections of a misspelt word, and what a text field needs. */
export function offerContextMenu(contents: WebContents): void {
  contents.on(
    'context-menu',
    (_event, { misspelledWord, dictionarySuggestions, isEditable, selectionText }) => {
      const items: MenuItemConstructorOptions[] = [];
      if (misspelledWord) {
        for (const word of dictionarySuggestions.slice(0, 5)) {
          items.push({ label: word, click: () => contents.replaceMisspelling(word) });
        }
        items.push({
          label: 'Add to dictionary',
          click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
        });
        items.push({ type: 'separator' });
      }
      if (isEditable) items.push({ role: 'cut' });
      if (selectionText || isEditable) items.push({ role: 'copy' });
      if (isEditable) items.push({ role: 'paste' }, { role: 'selectAll' });
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    },
  );
}
