import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  label: 'Find step',
  placeholder: 'Name, type, ID, or description',
  results: 'Steps found',
  step: (n: number, name: string) => `${n} ${name}`,
  found: (count: number) => counted(count, 'step found', 'steps found'),
  none: 'No steps found',
})
