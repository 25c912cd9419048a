import { clsx } from 'clsx'

/** Joins class names. It does not resolve conflicts: a component takes layout classes only, its look has props. */
export const cn = clsx
