import { CommentsTool } from './custom/comments/CommentsTool';
import { CommentsSection } from './custom/comments/CommentsSection';
import type { Kinds } from './kinds';
import { DetailPage } from './pages/DetailPage';
import { FormPage } from './pages/FormPage';
import { browserKinds } from './registry';
import { CarouselSection } from './sections/CarouselSection';
import { GallerySection } from './sections/GallerySection';
import { HeadingSection } from './sections/HeadingSection';
import { HeroSection } from './sections/HeroSection';
import { RichTextSection } from './sections/RichTextSection';
import { SummarySection } from './sections/SummarySection';
import { TabsSection } from './sections/TabsSection';
import { ShareTool } from './shell/ShareTool';
import { ToggleTool } from './shell/ToggleTool';

/** The kinds as the server knows them: all of them at once, for a page is rendered in one go. */
export const serverKinds: Kinds = {
  pages: { ...browserKinds.pages, detail: DetailPage, form: FormPage },
  sections: {
    ...browserKinds.sections, heading: HeadingSection, richText: RichTextSection, summary: SummarySection, gallery: GallerySection,
    carousel: CarouselSection, hero: HeroSection, tabs: TabsSection, comments: CommentsSection,
  },
  cards: browserKinds.cards,
  tools: { ...browserKinds.tools, share: ShareTool, toggle: ToggleTool, comments: CommentsTool },
};
