export const exportsKey = ['exports'] as const
