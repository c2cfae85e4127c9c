/** In the file of what appears beside an element: menus, popovers and tooltips. */
export { Tooltip } from '@mantine/core';
