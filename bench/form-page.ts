/** The page that anybody fills in: how heavy, how soon there and how many a second. The figures are written by the journey itself. */
import { takeFigures } from './support/take-figures.ts'

takeFigures('form-page.figures')
