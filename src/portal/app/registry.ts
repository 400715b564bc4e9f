import { LineCard } from '../cards/LineCard';
import { OverlayCard } from '../cards/OverlayCard';
import { RowCard } from '../cards/RowCard';
import { StubCard } from '../cards/StubCard';
import { TileCard } from '../cards/TileCard';
import type { VisitorKinds } from './kinds';
import { ComposedPage } from '../pages/ComposedPage';
import { ActionsSection } from '../sections/ActionsSection';
import { FieldsSection } from '../sections/FieldsSection';
import { GroupSection } from '../sections/GroupSection';
import { ListSection } from '../sections/ListSection';
import { TopTool } from '../layout/TopTool';

/** The kinds as browsers know them: what nearly every page shows comes at once, the rest with the first page that needs it. */
export const browserKinds: VisitorKinds = {
  pages: {
    list: { load: () => import('../pages/ListPage').then((module) => module.ListPage) },
    composed: ComposedPage,
    detail: { load: () => import('../pages/DetailPage').then((module) => module.DetailPage) },
    form: { load: () => import('../pages/FormPage').then((module) => module.FormPage) },
  },
  sections: {
    list: ListSection,
    text: { load: () => import('../sections/TextSection').then((module) => module.TextSection) },
    actions: ActionsSection,
    fields: FieldsSection,
    group: GroupSection,
    heading: { load: () => import('../sections/HeadingSection').then((module) => module.HeadingSection) },
    richText: { load: () => import('../sections/RichTextSection').then((module) => module.RichTextSection) },
    summary: { load: () => import('../sections/SummarySection').then((module) => module.SummarySection) },
    gallery: { load: () => import('../sections/GallerySection').then((module) => module.GallerySection) },
    audio: { load: () => import('../sections/AudioSection').then((module) => module.AudioSection) },
    citation: { load: () => import('../sections/CitationSection').then((module) => module.CitationSection) },
    carousel: { load: () => import('../sections/CarouselSection').then((module) => module.CarouselSection) },
    hero: { load: () => import('../sections/HeroSection').then((module) => module.HeroSection) },
    columns: { load: () => import('../sections/ColumnsSection').then((module) => module.ColumnsSection) },
    comments: { load: () => import('../custom/comments/CommentsSection').then((module) => module.CommentsSection) },
    menu: { load: () => import('../sections/MenuSection').then((module) => module.MenuSection) },
    times: { load: () => import('../sections/TimesSection').then((module) => module.TimesSection) },
    map: { load: () => import('../custom/map/MapSection').then((module) => module.MapSection) },
    today: { load: () => import('../sections/TodaySection').then((module) => module.TodaySection) },
    player: { load: () => import('../custom/player/PlayerSection').then((module) => module.PlayerSection) },
    statistics: { load: () => import('../sections/StatisticsSection').then((module) => module.StatisticsSection) },
    certificate: { load: () => import('../sections/CertificateSection').then((module) => module.CertificateSection) },
    dialog: { load: () => import('../sections/DialogSection').then((module) => module.DialogSection) },
    form: { load: () => import('../forms/FormSection').then((module) => module.FormSection) },
    tabs: { load: () => import('../sections/TabsSection').then((module) => module.TabsSection) },
  },
  cards: {
    tile: TileCard,
    row: RowCard,
    line: LineCard,
    overlay: OverlayCard,
    stub: StubCard,
    table: { load: () => import('../cards/TableCard').then((module) => module.TableCard) },
    details: { load: () => import('../cards/DetailsCard').then((module) => module.DetailsCard) },
    post: { load: () => import('../cards/PostCard').then((module) => module.PostCard) },
  },
  tools: {
    share: { load: () => import('../layout/ShareTool').then((module) => module.ShareTool) },
    top: TopTool,
    toggle: { load: () => import('../layout/ShareTool').then((module) => module.ToggleTool) },
    comments: { load: () => import('../custom/comments/CommentsSection').then((module) => module.CommentsTool) },
  },
  lists: {
    calendar: { load: () => import('../lists/ListCalendar').then((module) => module.ListCalendar) },
    table: { load: () => import('../lists/EntryTable').then((module) => module.EntryTable) },
    stateful: { load: () => import('../pages/ListPage').then((module) => module.StatefulList) },
  },
  settleFields: (forms) => import('../pages/FormPage').then((module) => module.settleFields(forms)),
};
