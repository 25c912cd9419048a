const whole = new Intl.NumberFormat('en-US')

/** "18,336". */
export const count = (value: number) => whole.format(value)
