import { MAX_LINE_LENGTH, type WebsiteContent, type WebsiteElement } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { TriangleAlert } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { changeElement } from './model.ts'

const texts = builderTexts.publishing

type Image = Extract<WebsiteElement, { type: 'image' }>
type Description = Pick<Image, 'alt' | 'decorative'>

/** By the id of the image. */
export type Descriptions = ReadonlyMap<string, Description>

/** Images that people who cannot see them would miss. */
export const undescribedImages = ({ problems, pages }: Pick<Website, 'problems' | 'pages'>) =>
  problems.flatMap(({ code, page: pageId, element }) => {
    const page = pages.find(({ id }) => id === pageId)
    const image = page?.elements.find(({ id }) => id === element)
    return code === 'alt_missing' && page && image?.type === 'image' ? [{ page, image }] : []
  })

export function withDescriptions(content: WebsiteContent, descriptions: Descriptions): WebsiteContent {
  const images = content.pages.flatMap(({ id: page, elements }) => elements.map((element) => ({ page, element })))
  return images.reduce((changed, { page, element }) => {
    const given = descriptions.get(element.id)
    return given && element.type === 'image' ? changeElement(changed, page, { ...element, ...given }) : changed
  }, content)
}

type MissingProps = {
  missing: ReturnType<typeof undescribedImages>
  descriptions: Descriptions
  onChange: (descriptions: Descriptions) => void
}

/** Written right there, before it is published. */
export function MissingDescriptions({ missing, descriptions, onChange }: MissingProps) {
  return missing.map(({ page, image: { id } }) => {
    const { alt: text, decorative = false } = descriptions.get(id) ?? { alt: '' }
    const change = (given: Description) => onChange(new Map([...descriptions, [id, given]]))
    return (
      <fieldset key={id} className="mt-4 rounded-md border border-warning-border bg-warning-bg px-3 pb-3 text-sm">
        <legend className="float-left mt-2.5 mb-2 flex w-full items-center gap-2 font-medium text-warning-fg">
          <TriangleAlert size={14} aria-hidden />
          {texts.undescribed(page.title)}
        </legend>
        <div className="clear-left flex items-center gap-3">
          <Input
            aria-label={builderTexts.alt}
            placeholder={texts.describe}
            value={text}
            maxLength={MAX_LINE_LENGTH}
            disabled={decorative}
            onChange={(event) => change({ alt: event.target.value, decorative })}
            className="min-w-0 flex-1"
          />
          <Checkbox checked={decorative} onChange={(isOn) => change({ alt: text, decorative: isOn })}>
            {texts.decorative}
          </Checkbox>
        </div>
      </fieldset>
    )
  })
}
