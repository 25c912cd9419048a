/** Before each picture that the child writes: its width, its height and how many bytes follow, 32 bits each. */
export const HEAD_BYTES = 12
