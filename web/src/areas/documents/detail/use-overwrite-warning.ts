import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from './detail.texts.ts'

/**
 * What a form began with. The page takes in what others say meanwhile, and with it the version that they made: so the
 * first press tells of it, and only the second writes over it.
 */
export function useOverwriteWarning(now: string) {
  const { inHand: seen, press } = useConfirmedValue(now)
  const warnOfChange = (): boolean => {
    if (press()) return false
    toast.error(texts.notChanged, { description: now === '' ? texts.nowEmpty : texts.nowSays(now) })
    return true
  }
  return { seen, tellChange: warnOfChange }
}
