/** Whether a path has segments that an address drops together with what stands before them. */
export const leavesFolder = (path: string): boolean => /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)
