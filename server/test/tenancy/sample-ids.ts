export type Row = Record<string, unknown>
export type Rows = [table: string, row: Row][]

export const uuid = (letter: string, number: number) =>
  `${letter.repeat(8)}-0000-7000-8000-${String(number).padStart(12, '0')}`
