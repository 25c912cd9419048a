import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { api } from '../../../shared/api.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { websiteCalls } from '../websites.api.ts'
import { websitesKey } from '../websites.keys.ts'

const texts = builderTexts.images
const MOST = 50

type ImageDialogProps = { websiteId: string; onChosen: (picture: string) => void; onClose: () => void }

/** Pictures of Files, or of an address: one that is chosen is drawn anew for the website. */
export function ImageDialog({ websiteId, onChosen, onClose }: ImageDialogProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<DocumentId>()
  const [address, setAddress] = useState('')
  const url = address.trim()
  const query = useQuery({
    queryKey: [...websitesKey, 'images', { search }],
    queryFn: ({ signal }) =>
      api(listDocuments, { query: { type: 'image', limit: MOST, ...(search && { search }) } }, { signal }),
  })
  const { busy, run } = useAct()
  const use = async () => {
    const isDone = await run({
      call: async () => onChosen(await websiteCalls.addPicture(websiteId, url ? { url } : { document_id: chosen })),
      failed: texts.addFailed,
    })
    if (isDone) onClose()
  }
  const { data } = query
  return (
    <Dialog
      title={texts.title}
      width={560}
      onClose={onClose}
      action={{
        label: texts.use,
        disabled: chosen === undefined && url === '',
        busy: busy !== undefined,
        onClick: () => void use(),
      }}
    >
      <SearchInput label={texts.find} value={search} onSearch={setSearch} className="w-full" />
      {query.isError && <QueryFailed query={query} title={texts.failed} />}
      {query.isPending && (
        <Loading label={texts.loading} className="mt-3 space-y-2">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </Loading>
      )}
      {data?.length === 0 && (
        <div className="py-8 text-center">
          <p className="text-md font-medium">{texts.none}</p>
          <p className="text-sm text-fg-3">{texts.noneHint}</p>
        </div>
      )}
      {data && data.length > 0 && (
        <fieldset className="mt-3 max-h-80 space-y-1 overflow-y-auto">
          <legend className="sr-only">{texts.title}</legend>
          {data.map(({ id, name }) => (
            <label key={id} className="flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-surface-2">
              <input type="radio" name="image" checked={chosen === id} onChange={() => setChosen(id)} />
              <span translate="no" className="truncate">
                {name}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <Field label={texts.address} hint={texts.addressHint} className="mt-4">
        <Input
          type="url"
          placeholder="https://"
          value={address}
          maxLength={2000}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
