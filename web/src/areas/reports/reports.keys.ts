/** Under this stand the list of reports and each report with its runs. */
export const reportsKey = ['reports'] as const
