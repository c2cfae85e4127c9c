/** In a file of their own, because few people open one soon. */
export { Drawer, Modal } from '@mantine/core';
