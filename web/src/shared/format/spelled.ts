const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "three"; from eleven on the figures. */
export const spelled = (count: number): string => NUMBERS[count] ?? String(count)

/** As a sentence begins. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
