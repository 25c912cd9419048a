import { signal } from './signal.ts'

/** How many messages the person has not read: on the navigation, in the window's title and on its icon. */
export const unread = signal(0)
