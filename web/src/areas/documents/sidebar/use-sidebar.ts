import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'

const SHOWN = 'tl.files-sidebar'

/** Beside the list it stays as it was left; where it would lie over the list it comes only when asked for. */
export function useSidebar(narrow: boolean) {
  const [beside, setBeside] = useState(() => readStored(SHOWN) !== 'hidden')
  const [over, setOver] = useState(false)
  const shown = narrow ? over : beside
  const toggle = useCallback(() => {
    if (narrow) {
      setOver((old) => !old)
      return
    }
    writeStored(SHOWN, beside ? 'hidden' : 'shown')
    setBeside(!beside)
  }, [narrow, beside])
  const onChosen = useCallback(() => setOver(false), [])
  return { shown, toggle, onChosen }
}
