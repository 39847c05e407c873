import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Reading } from "@/api/document";
import type { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import styles from "./Document.module.css";
import { pageAt, pagesToFetch, pageTops, pictureWidth, typedPage } from "./layout";
import { Page } from "./Page";

/** Possible widths of a page, depending on the window's width. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const FULL_WIDTH = ZOOMS.indexOf(1);
/** The largest width of a page in CSS pixels, unless the reader enlarges it. */
const MAX_WIDTH = 1_000;

/** The pages below one another, each a picture drawn by the server with the reader's name in it. */
export function Viewer({
  opened,
  reading,
  title,
  beforeTools,
  afterTools,
  onViewingEnd,
}: {
  opened: components["schemas"]["DocumentPages"];
  reading: Reading;
  title: string;
  /** Content of the bar before and after the tools. */
  beforeTools?: ReactNode;
  afterTools?: ReactNode;
  onViewingEnd: (error: ApiError) => void;
}) {
  const { shapes, widths, viewing, watermark } = opened;
  const count = shapes.length;
  const bar = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<number>(FULL_WIDTH);
  const scale = ZOOMS[zoom] ?? 1;
  const column = useWidth(paper);
  const width = Math.round(Math.min(column, MAX_WIDTH) * scale);
  const tops = useMemo(() => pageTops(shapes, width), [shapes, width]);
  const { page, near: fetchedRange } = useVisiblePages(paper, bar, tops, width > 0);

  const goToPage = (to: number, smooth = false) => {
    const target = Math.min(Math.max(to, 1), count);
    const targetElement = paper.current?.querySelector(`[data-page="${target}"]`);
    targetElement?.scrollIntoView?.({ block: "start", behavior: smooth ? "smooth" : "auto" });
  };
  const pageBeforeZoom = useRef(page);
  const zoomTo = (to: number) => {
    pageBeforeZoom.current = page;
    setZoom(Math.min(Math.max(to, 0), ZOOMS.length - 1));
  };
  // The page that was read stays in place when all of them change their size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: goToPage is recreated at each render.
  useLayoutEffect(() => {
    if (pageBeforeZoom.current > 1) goToPage(pageBeforeZoom.current);
  }, [zoom]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "PageDown":
      case "ArrowRight":
        goToPage(page + 1);
        break;
      case "PageUp":
      case "ArrowLeft":
        goToPage(page - 1);
        break;
      case "Home":
        goToPage(1);
        break;
      case "End":
        goToPage(count);
        break;
      case "+":
        zoomTo(zoom + 1);
        break;
      case "-":
        zoomTo(zoom - 1);
        break;
      case "0":
        zoomTo(FULL_WIDTH);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const watermarkText = watermark.lines.join("　");
  const pixels = pictureWidth(widths, width * Math.min(window.devicePixelRatio || 1, 2));
  return (
    <section className={styles.viewer} aria-label="資料の閲覧画面">
      <p className={styles.noPrint}>この資料は印刷できません。画面でご覧ください。</p>
      <div ref={bar} className={styles.tools} role="toolbar" aria-label="ページと表示の大きさ">
        {beforeTools}
        <span className={styles.turn}>
          <Button aria-label="前のページ" onClick={() => goToPage(page - 1)}>
            <ChevronLeft aria-hidden size={18} />
          </Button>
          <PageField page={page} count={count} onTurn={goToPage} />
          <Button aria-label="次のページ" onClick={() => goToPage(page + 1)}>
            <ChevronRight aria-hidden size={18} />
          </Button>
        </span>
        <span className={styles.zoom}>
          <Button aria-label="縮小する" onClick={() => zoomTo(zoom - 1)}>
            <ZoomOut aria-hidden size={18} />
          </Button>
          <span className={styles.percent}>{Math.round(scale * 100)}%</span>
          <Button aria-label="拡大する" onClick={() => zoomTo(zoom + 1)}>
            <ZoomIn aria-hidden size={18} />
          </Button>
        </span>
        {afterTools}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pages are turned by keyboard. */}
      <section ref={paper} className={styles.paper} tabIndex={0} aria-label="資料のページ" onKeyDown={press}>
        {width > 0 &&
          shapes.map((shape, index) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
              key={index}
              page={index + 1}
              width={width}
              height={Math.round(width * shape)}
              isNear={index + 1 >= fetchedRange[0] && index + 1 <= fetchedRange[1]}
              reading={reading}
              viewing={viewing}
              pixels={pixels}
              label={`${title}　${index + 1}／${count}ページ。閲覧者の透かし入り：${watermarkText}`}
              onViewingEnd={onViewingEnd}
            />
          ))}
      </section>
    </section>
  );
}

/** The current page's number, and a field to go to another. */
function PageField({ page, count, onTurn }: { page: number; count: number; onTurn: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const goToTyped = () => {
    const to = typedPage(typed ?? "", count);
    if (to !== null) onTurn(to);
    setTyped(null);
  };
  return (
    <span className={styles.place}>
      <input
        aria-label="ページ番号"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(page)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={goToTyped}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) goToTyped();
          if (event.key === "Escape") setTyped(null);
        }}
      />
      <span role="status">
        <span className={styles.said}>{page}ページ目、</span>／{count}
        <span className={styles.word}>ページ</span>
      </span>
    </span>
  );
}

/** The available width for a page. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** The current page, and the range of pages close to the visible part. */
function useVisiblePages(
  paper: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
  all: readonly number[],
  isShown: boolean,
) {
  const [visible, setVisible] = useState({ page: 1, first: 1, last: Math.min(2, all.length - 1) });
  const update = useCallback(() => {
    const paperTop = paper.current?.getBoundingClientRect().top ?? 0;
    const barBottom = bar.current?.getBoundingClientRect().bottom ?? 0;
    const [first, last] = pagesToFetch(all, barBottom - paperTop, window.innerHeight - paperTop);
    // The page in the upper part of the screen.
    const current = pageAt(all, barBottom - paperTop + (window.innerHeight - barBottom) / 3);
    setVisible((previous) =>
      previous.page === current && previous.first === first && previous.last === last
        ? previous
        : { page: current, first, last },
    );
  }, [paper, bar, all]);
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const updateOnNextFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    update();
    window.addEventListener("scroll", updateOnNextFrame, { passive: true });
    window.addEventListener("resize", updateOnNextFrame);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", updateOnNextFrame);
      window.removeEventListener("resize", updateOnNextFrame);
    };
  }, [update, isShown]);
  return { page: visible.page, near: [visible.first, visible.last] as const };
}
