import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from './detail.texts.ts'

/**
 * The value a form began with. The page receives what others save meanwhile, so the first attempt to save shows their
 * value, and only the second overwrites it.
 */
export function useOverwriteWarning(now: string) {
  const { inHand: seen, press } = useConfirmedValue(now)
  const warnOfChange = (): boolean => {
    if (press()) return false
    toast.error(texts.notChanged, { description: now === '' ? texts.nowEmpty : texts.nowSays(now) })
    return true
  }
  return { seen, warnOfChange }
}
