export const searchKey = ['search'] as const
