import { Suspense, type ReactElement, type ReactNode } from 'react';
import { DetailsCard } from '../cards/DetailsCard';
import { PostCard } from '../cards/PostCard';
import { TableCard } from '../cards/TableCard';
import { CommentsTool } from '../custom/comments/CommentsTool';
import { CommentsSection } from '../custom/comments/CommentsSection';
import { MapSection } from '../custom/map/MapSection';
import { PlayerSection } from '../custom/player/PlayerSection';
import { useShell } from '../data/context';
import { describeCard } from './describeParts';
import { Kept } from './keptParts';
import type { VisitorKinds } from './kinds';
import { DetailPage } from '../pages/DetailPage';
import { fieldKinds } from '../forms/fields/registry';
import { FormSection } from '../forms/FormSection';
import { FormPage } from '../pages/FormPage';
import { ListPage } from '../pages/ListPage';
import { browserKinds } from './registry';
import { AudioSection } from '../sections/AudioSection';
import { CarouselSection } from '../sections/CarouselSection';
import { CertificateSection } from '../sections/CertificateSection';
import { CitationSection } from '../sections/CitationSection';
import { ColumnsSection } from '../sections/ColumnsSection';
import { DialogSection } from '../sections/DialogSection';
import { GallerySection } from '../sections/GallerySection';
import { HeadingSection } from '../sections/HeadingSection';
import { HeroSection } from '../sections/HeroSection';
import { MenuSection } from '../sections/MenuSection';
import { RichTextSection } from '../sections/RichTextSection';
import { StatisticsSection } from '../sections/StatisticsSection';
import { SummarySection } from '../sections/SummarySection';
import { StatefulList } from '../sections/StatefulList';
import { TabsSection } from '../sections/TabsSection';
import { TextSection } from '../sections/TextSection';
import { TimesSection } from '../sections/TimesSection';
import { EntryTable } from '../lists/EntryTable';
import { ListCalendar } from '../lists/ListCalendar';
import { TodaySection } from '../sections/TodaySection';
import { ShareTool } from '../layout/ShareTool';
import { ToggleTool } from '../layout/ToggleTool';
import { settle } from '../ui/loadable';

// A page is rendered in one go: it cannot wait for a field.
await Promise.all(Object.values(fieldKinds).map((kind) => settle(kind)));

/** The kinds as the server knows them: all of them at once, for a page is rendered in one go. */
export const serverKinds: VisitorKinds = {
  pages: { ...browserKinds.pages, list: ListPage, detail: DetailPage, form: FormPage },
  sections: {
    ...browserKinds.sections,
    text: TextSection,
    heading: HeadingSection,
    richText: RichTextSection,
    summary: SummarySection,
    gallery: GallerySection,
    audio: AudioSection,
    citation: CitationSection,
    carousel: CarouselSection,
    dialog: DialogSection,
    form: FormSection,
    hero: HeroSection,
    columns: ColumnsSection,
    tabs: TabsSection,
    statistics: StatisticsSection,
    certificate: CertificateSection,
    menu: MenuSection,
    times: TimesSection,
    comments: CommentsSection,
    map: MapSection,
    player: PlayerSection,
    today: TodaySection,
  },
  lists: { calendar: ListCalendar, table: EntryTable, stateful: StatefulList },
  cards: { ...browserKinds.cards, table: TableCard, details: DetailsCard, post: PostCard },
  tools: { ...browserKinds.tools, share: ShareTool, toggle: ToggleTool, comments: CommentsTool },
  kept: { component: Kept, describeCard },
};

/**
 * The kinds for a page of which a part cannot be rendered: on the server it is Suspense that keeps a fault where it happens. There are
 * words in the place of the part; browsers render the page anew.
 */
export const guardedKinds: VisitorKinds = { ...serverKinds, around: Guarded, kept: undefined };

function Guarded({ children }: { children: ReactNode }): ReactElement {
  const { say } = useShell();
  return (
    <Suspense
      fallback={
        <div className="empty-state">
          <p className="empty-state-title">{say('partBroken')}</p>
        </div>
      }
    >
      {children}
    </Suspense>
  );
}
