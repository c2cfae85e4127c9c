import type { Page } from '@playwright/test';

/** What opens above a page. */
export const LAYERS =
  '[role=dialog], .mantine-Menu-dropdown, .mantine-Popover-dropdown, .mantine-Combobox-dropdown';

/**
 * Returns what does not fit on a page at its size: a page that scrolls sideways, controls that no scrolling brings
 * into view or that something else covers, words that are cut off, text over text, controls of different heights in
 * one row, and links in the browser's own colors. An open dialog or menu is looked at instead of the page behind it.
 */
export function misfitsOf(page: Page): Promise<string[]> {
  return page.evaluate((layersAbove) => {
    const CONTROLS =
      'button, a[href], input, select, textarea, [role=button], [role=tab], [role=option], [role^=menuitem], .mantine-SegmentedControl-label';
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const misfits = new Set<string>();
    const view: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const layers = [...document.querySelectorAll(layersAbove)].filter(isShown);
    const scope = layers.at(-1) ?? document.body;
    const root = document.documentElement;

    if (root.scrollWidth > innerWidth + 1)
      misfits.add(`the page is ${root.scrollWidth - innerWidth} px too wide`);
    const controls = [...scope.querySelectorAll(CONTROLS)].filter(isShown);
    for (const control of controls) {
      checkReach(control);
      const { color } = getComputedStyle(control);
      if (color === 'rgb(0, 0, 238)' || color === 'rgb(85, 26, 139)')
        misfits.add(`${nameOf(control)} has the browser's own color`);
    }
    checkRows();
    const texts = textsOf(scope);
    for (const { element } of texts) checkWords(element);
    checkOverlaps(texts);
    return [...misfits];

    function isShown(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none' &&
        // The link to the content is above the window until it has the focus.
        !element.closest('[inert], [aria-hidden=true], [data-testid=skip]')
      );
    }

    function nameOf(element: Element): string {
      const id = element.closest('[data-testid]')?.getAttribute('data-testid');
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}${id ? ` (${id})` : ''} “${text}”`;
    }

    /** Returns the part of an element that can be seen after scrolling; null for none. */
    function reachable(element: Element): { box: Box; lost: number; by: Element | null } {
      let box: Box = boxOf(element);
      let lost = 0;
      let by: Element | null = null;
      const { position } = getComputedStyle(element);
      let isFixed = position === 'fixed';
      for (let parent = element.parentElement; parent && parent !== root; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        if (isFixed) break;
        const clip = boxOf(parent);
        const scrolls = { x: /auto|scroll/.test(style.overflowX), y: /auto|scroll/.test(style.overflowY) };
        const hides = { x: style.overflowX !== 'visible', y: style.overflowY !== 'visible' };
        // What can be scrolled into view is then inside of the part that scrolls.
        if (scrolls.x) box = { ...box, ...into(box.left, box.right, clip.left, clip.right, 'x') };
        if (scrolls.y) box = { ...box, ...into(box.top, box.bottom, clip.top, clip.bottom, 'y') };
        const cutX = hides.x && !scrolls.x ? outside(box.left, box.right, clip.left, clip.right) : 0;
        const cutY = hides.y && !scrolls.y ? outside(box.top, box.bottom, clip.top, clip.bottom) : 0;
        if (Math.max(cutX, cutY) > lost) {
          lost = Math.max(cutX, cutY);
          by = parent;
        }
        isFixed = style.position === 'fixed';
      }
      const page = getComputedStyle(document.body).overflowY;
      const beyondX = outside(box.left, box.right, view.left, view.right);
      const beyondY = isFixed || page === 'hidden' ? outside(box.top, box.bottom, view.top, view.bottom) : 0;
      if (Math.max(beyondX, beyondY) > lost) {
        lost = Math.max(beyondX, beyondY);
        by = root;
      }
      return { box, lost, by };
    }

    function into(from: number, to: number, low: number, high: number, axis: 'x' | 'y'): Partial<Box> {
      const size = Math.min(to - from, high - low);
      const start = Math.min(Math.max(from, low), high - size);
      return axis === 'x' ? { left: start, right: start + size } : { top: start, bottom: start + size };
    }

    function outside(from: number, to: number, low: number, high: number): number {
      return Math.max(low - from, to - high, 0);
    }

    function boxOf(element: Element): Box {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }

    function checkReach(control: Element): void {
      const { lost, by } = reachable(control);
      if (lost > 3) misfits.add(`${nameOf(control)} is ${Math.round(lost)} px out of reach of ${short(by)}`);
      const seen = visiblePart(control, control.getBoundingClientRect());
      if (!seen || control.matches('input[type=checkbox], input[type=radio], input[type=file]')) return;
      const top = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
      if (!top || control.contains(top) || top.contains(control) || isLabelOf(top, control)) return;
      // What scrolls under a bar that stays comes out again.
      if (!isKept(top) || isKept(control)) misfits.add(`${nameOf(control)} is covered by ${nameOf(top)}`);
    }

    function isKept(element: Element): boolean {
      for (let parent: Element | null = element; parent && parent !== scope; parent = parent.parentElement) {
        if (getComputedStyle(parent).position === 'sticky') return true;
      }
      return false;
    }

    function isLabelOf(top: Element, control: Element): boolean {
      const label = top.closest('label');
      return Boolean(
        label && 'labels' in control && [...((control as HTMLInputElement).labels ?? [])].includes(label),
      );
    }

    function short(element: Element | null): string {
      if (!element || element === root) return 'the window';
      return `${element.tagName.toLowerCase()}.${String(element.className).split(' ')[0]}`;
    }

    /** Returns the part of a box that is in view now. */
    function visiblePart(element: Element, rect: Box, from = element.parentElement): Box | null {
      let box: Box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      let isFixed = getComputedStyle(element).position === 'fixed';
      for (let parent = from; parent && parent !== root && !isFixed; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        const clip = boxOf(parent);
        if (style.overflowX !== 'visible')
          box = { ...box, left: Math.max(box.left, clip.left), right: Math.min(box.right, clip.right) };
        if (style.overflowY !== 'visible')
          box = { ...box, top: Math.max(box.top, clip.top), bottom: Math.min(box.bottom, clip.bottom) };
        isFixed = style.position === 'fixed';
      }
      box = {
        left: Math.max(box.left, 0),
        top: Math.max(box.top, 0),
        right: Math.min(box.right, innerWidth),
        bottom: Math.min(box.bottom, innerHeight),
      };
      return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
    }

    function textsOf(within: Element): { element: Element; boxes: Box[] }[] {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      const found: { element: Element; boxes: Box[] }[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (!element || !node.textContent?.trim() || /^(?:STYLE|SCRIPT|OPTION)$/.test(element.tagName))
          continue;
        if (!isShown(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()]
          .map((rect) => visiblePart(element, rect, element))
          .filter((box) => box !== null);
        found.push({ element, boxes });
      }
      return found;
    }

    /** Words that are cut: with an ellipsis only where the whole text is in a title or belongs to a person. */
    function checkWords(element: Element): void {
      for (let parent: Element | null = element; parent && parent !== scope; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        if (style.overflowX === 'visible') {
          if (style.display !== 'inline') break;
          continue;
        }
        if (/auto|scroll/.test(style.overflowX)) return;
        if (parent.scrollWidth <= parent.clientWidth + 1 || parent.clientWidth < 2) return;
        if (style.textOverflow !== 'ellipsis') misfits.add(`${nameOf(element)} is cut off`);
        else if (
          parent.closest('button, [role=tab], th, label, h1, h2, h3') &&
          !parent.closest('[title], [dir=auto]')
        )
          misfits.add(`${nameOf(element)} is shortened`);
        return;
      }
    }

    function checkOverlaps(texts: { element: Element; boxes: Box[] }[]): void {
      const all = texts.flatMap(({ element, boxes }) => boxes.map((box) => ({ element, box })));
      all.sort((one, other) => one.box.top - other.box.top);
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          if (other.box.top > one.box.bottom - 4) break;
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (across > 3 && down > 4 && isOnTop(one) && isOnTop(other))
            misfits.add(`${nameOf(one.element)} and ${nameOf(other.element)} overlap`);
        }
      }
    }

    function isOnTop({ element, box }: { element: Element; box: Box }): boolean {
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return Boolean(top && (top === element || element.contains(top) || top.contains(element)));
    }

    /** Buttons and fields side by side have one height. */
    function checkRows(): void {
      const rows = new Map<Element, Element[]>();
      for (const control of controls) {
        const block = control.closest('.mantine-InputWrapper-root') ?? control;
        const row = block.parentElement;
        if (!row || !/flex|grid/.test(getComputedStyle(row).display)) continue;
        if (!control.matches('.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input'))
          continue;
        rows.set(row, [...(rows.get(row) ?? []), control]);
      }
      for (const row of rows.values()) {
        for (const [index, one] of row.entries()) {
          const other = row[index + 1];
          if (!other) continue;
          const [a, b] = [boxOf(one), boxOf(other)];
          const sameLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8;
          if (sameLine && Math.abs(a.bottom - a.top - (b.bottom - b.top)) > 1.5)
            misfits.add(
              `${nameOf(one)} and ${nameOf(other)} are ${Math.round(a.bottom - a.top)} and ${Math.round(b.bottom - b.top)} px high`,
            );
        }
      }
    }
  }, LAYERS);
}
