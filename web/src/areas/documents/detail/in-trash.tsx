import type { DocumentDetail } from '@throughline/contracts/documents'
import { Trash2 } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFileActs } from '../list/use-file-acts.ts'
import { texts } from './detail.texts.ts'

export function InTrash({ file }: { file: DocumentDetail }) {
  const { restore } = useFileActs()
  return (
    <Banner
      tone="info"
      icon={Trash2}
      title={texts.inTrash}
      action={
        file.can.manage && (
          <Button size="sm" onClick={() => void restore(file)}>
            {texts.restoreFile}
          </Button>
        )
      }
    >
      {texts.inTrashNote}
    </Banner>
  )
}
