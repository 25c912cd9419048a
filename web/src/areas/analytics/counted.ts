import { type Counted, FIGURES } from '@throughline/contracts/counted-figures'

/** The ordinary list with the same filter; runs have none, and neither have workflows. */
export function listPath({ figure, filter }: Counted): string | undefined {
  const list = FIGURES[figure]
  if (list === 'runs' || list === 'workflows') return undefined
  return `${list === 'instances' ? '/all-instances' : '/all-tasks'}?${new URLSearchParams(filter).toString()}`
}
