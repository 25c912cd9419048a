const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** "18,336". */
export const numberText = (value: number): string => numbers.format(value)

/** "1 task", "1,204 tasks". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
