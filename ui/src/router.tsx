import { lazy, type ReactNode, Suspense, use, useCallback, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { type AroundNavHandler, Redirect, Router, useLocation } from "wouter";
import { whenPasswordDue, whenSecondStepDue } from "@/api/client";
import { prefetchMasters } from "@/api/master";
import { network } from "@/api/network";
import { QueryProvider } from "@/api/query";
import type { Crumb } from "@/kit/Breadcrumb";
import { LoadingBar } from "@/kit/LoadingBar";
import { Notifications } from "@/kit/Notifications";
import { Skeleton } from "@/kit/Skeleton";
import { BareLayout } from "@/layouts/BareLayout";
import { DefaultLayout } from "@/layouts/DefaultLayout";
import { DemoMark } from "@/layouts/DemoMark";
import { ErrorBoundary } from "@/layouts/ErrorBoundary";
import { ErrorPage } from "@/layouts/ErrorPage";
import { logoutQuestion } from "@/layouts/logout";
import { placesOf } from "@/layouts/menus";
import { PublicLayout } from "@/layouts/PublicLayout";
import { SkipLink } from "@/layouts/SkipLink";
import { useShortcuts } from "@/layouts/shortcuts";
import { historyState, leaveQuestion, mayLeave } from "@/lib/leave";
import { registerNavigation, track } from "@/lib/loading";
import { currentAddress } from "@/lib/location";
import { screenTitle } from "@/lib/title";
import { proofQuestion } from "@/session/proof";
import { loginAddress } from "@/session/returnTarget";
import { isFIN, isLending, isSignedIn, secondStepDue } from "@/session/session";
import { AfterNavigation, noteNavigation } from "./afterNavigation";
import { findRoute, type Match } from "./match";
import { orderedRoutes, screenOf } from "./preload";
import { reloadOnce } from "./reloadOnce";
import type { Route, Screen } from "./screen";

const LeaveDialog = lazy(() => import("@/layouts/LeaveDialog"));
const LogoutDialog = lazy(() => import("@/layouts/LogoutDialog"));
const FreshProofDialog = lazy(() => import("@/signin/FreshProofDialog"));
const KeysDialog = lazy(() => import("@/layouts/KeysDialog"));
const PaletteDialog = lazy(() => import("@/find/PaletteDialog"));

/** Number of the newest navigation: an earlier one that is still loading is dropped. */
let latestNavigation = 0;

/** Runs around every navigation: asks about unsaved input, loads the screen, then navigates. */
const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const navigation = ++latestNavigation;
  const go = () => {
    if (navigation !== latestNavigation) return;
    noteNavigation();
    navigate(to, { ...options, state: historyState(options?.state, options?.replace === true) });
  };
  const path = new URL(to, window.location.href).pathname;
  // Changes of the query are made synchronously, so that two changes in one event both apply.
  if (path === window.location.pathname) {
    go();
    return;
  }
  const leaveAndLoad = async () => {
    if (!(await mayLeave())) return;
    const match = findRoute(orderedRoutes, path);
    const screen = match && screenOf(match.route);
    if (screen && !screen.loaded()) {
      try {
        await track(screen.load());
      } catch {
        // After an upgrade the old file no longer exists; the reloaded page has the new file name.
        if (navigation === latestNavigation && reloadOnce(to)) return;
      }
    }
    go();
  };
  registerNavigation(leaveAndLoad());
};

/** The whole application. */
export function App() {
  return (
    <I18nProvider locale="ja-JP">
      <QueryProvider>
        <Router aroundNav={aroundNav}>
          <SkipLink />
          <LoadingBar />
          <DemoMark />
          <CurrentRoute />
          <Overlays />
          <Notifications />
        </Router>
      </QueryProvider>
    </I18nProvider>
  );
}

function Overlays() {
  const [isKeysOpen, setIsKeysOpen] = useState(false);
  const [, navigate] = useLocation();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const hasPalette =
    isSignedIn.value &&
    !isLending.value &&
    findRoute(orderedRoutes, window.location.pathname)?.route.layout === "default";
  useShortcuts(
    useCallback(() => setIsKeysOpen(true), []),
    useCallback(() => setIsPaletteOpen(true), []),
  );
  useEffect(() => {
    whenPasswordDue(() => navigate("/password", { replace: true }));
    whenSecondStepDue(() => {
      secondStepDue.value = true;
      // The password page stays open: the password may be changed before the second step is set up.
      if (window.location.pathname !== "/password") navigate("/password/second-step", { replace: true });
    });
  }, [navigate]);
  return (
    <Suspense>
      {leaveQuestion.value && <LeaveDialog />}
      {logoutQuestion.value && <LogoutDialog />}
      {proofQuestion.value && <FreshProofDialog />}
      {isPaletteOpen && hasPalette && (
        <PaletteDialog places={placesOf(isFIN.value)} onClose={() => setIsPaletteOpen(false)} />
      )}
      {isKeysOpen && <KeysDialog onClose={() => setIsKeysOpen(false)} />}
    </Suspense>
  );
}

/** Renders the route of the current address, behind its guard. */
function CurrentRoute() {
  const [path] = useLocation();
  const match = findRoute(orderedRoutes, path);
  return (
    <ErrorBoundary key={path}>
      {match ? (
        <Guard match={match} />
      ) : (
        <Titled title="ページが見つかりません">
          <ErrorPage status={404} unknownRoute />
        </Titled>
      )}
      <AfterNavigation path={path} />
    </ErrorBoundary>
  );
}

/** The three guards (SPEC.md section 2 "Route guards"). */
function Guard({ match }: { match: Match }) {
  const { route } = match;
  const signedIn = isSignedIn.value;
  // The state on entering: after a login the login screen itself navigates, not the guard.
  const [wasSignedIn] = useState(() => isSignedIn.peek());
  const member = route.audience === "default" || route.audience === "FIN";

  // biome-ignore lint/correctness/useExhaustiveDependencies: a signal's value changes though its binding does not.
  useEffect(() => {
    if (member && signedIn) prefetchMasters();
  }, [member, signedIn]);

  if (member && !signedIn) return <Redirect to={loginAddress(currentAddress())} replace />;
  const screen = screenOf(route);
  if (!screen || (route.audience === "FIN" && !isFIN.value && !isLending.value))
    return (
      <Titled title="ページが見つかりません">
        <ErrorPage status={404} />
      </Titled>
    );
  if (route.audience === "login" && wasSignedIn) return <Redirect to="/mypage" replace />;
  return (
    <Titled title={screenTitle.value ?? route.title}>
      <Layout route={route}>
        <Suspense fallback={<Skeleton rows={4} />}>
          <Content screen={screen} params={match.params} />
        </Suspense>
      </Layout>
    </Titled>
  );
}

function Content({ screen, params }: { screen: Screen; params: Match["params"] }) {
  const Shown = screen.loaded() ?? use(screen.load());
  return <Shown params={params} />;
}

function Layout({ route, children }: { route: Route; children: ReactNode }) {
  switch (route.layout) {
    case "default": {
      const between = isLending.value ? route.lendingCrumbs : route.crumbs;
      const crumbs: readonly Crumb[] = [...(between ?? []), { label: screenTitle.value ?? route.title }];
      return <DefaultLayout crumbs={crumbs}>{children}</DefaultLayout>;
    }
    case "public":
      return <PublicLayout>{children}</PublicLayout>;
    case "login":
      return <PublicLayout narrow>{children}</PublicLayout>;
    case "office":
      return children;
    case "bare":
      return <BareLayout>{children}</BareLayout>;
  }
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const full = `${title}｜${network.value.networkName}`;
  useEffect(() => {
    document.title = full;
  }, [full]);
  return children;
}
