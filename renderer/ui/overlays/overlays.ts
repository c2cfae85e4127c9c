/** What appears above the page, in one file that is loaded after the first screen. */
export { Drawer, Modal, Tooltip } from '@mantine/core';
