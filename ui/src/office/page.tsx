import { Component, type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { ApiError } from "@/api/errors";
import { forgetFailures } from "@/api/query";
import { Breadcrumb, type Crumb } from "@/kit/Breadcrumb";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { screenTitle } from "@/lib/title";
import { ERROR_PAGES } from "@/messages";
import type { ScreenProps } from "@/screen";
import { followTabs, isADM, officeUser, passwordDue, secondStepDue, syncOfficeToken } from "@/session/office";
import { PasswordForm } from "./account/PasswordForm";
import { SecondStepSetup } from "./account/SecondStepSetup";
import { SignIn } from "./account/SignIn";
import { isHere, MENU } from "./menu";
import { OfficeLayout } from "./OfficeLayout";

/**
 * Wraps a screen of the console. Without a session it shows the sign-in at the same address, and the
 * screen after signing in. `fad`: an institution's administrator may open the screen too; otherwise
 * it gets a 404.
 */
export function officePage(
  Screen: ComponentType<ScreenProps>,
  { fad = false, crumbs = [] }: { fad?: boolean; crumbs?: readonly Crumb[] } = {},
): ComponentType<ScreenProps> {
  return function OfficePage(props: ScreenProps) {
    // Only pages below /office can read the cookie.
    useState(syncOfficeToken);
    useEffect(followTabs, []);
    const title = screenTitle.value;
    const [path] = useLocation();
    return (
      <OfficeLayout>
        {officeUser.value === null ? (
          <SignIn />
        ) : passwordDue.value ? (
          <PasswordForm due />
        ) : secondStepDue.value ? (
          <SecondStepSetup due />
        ) : !fad && !isADM.value ? (
          <Failed status={404} />
        ) : (
          <Boundary>
            <Breadcrumb home="/office" crumbs={crumbsOf(path, crumbs, title)} />
            <Screen {...props} />
          </Boundary>
        )}
      </OfficeLayout>
    );
  };
}

/** The path to a screen: its own crumbs and title, or the place of the menu that it is. */
function crumbsOf(
  path: string,
  crumbs: readonly Crumb[],
  title: string | null | undefined,
): readonly Crumb[] {
  if (crumbs.length > 0) return title ? [...crumbs, { label: title }] : crumbs;
  const place = MENU.flatMap(({ items }) => items).find((item) => isHere(item, path));
  return place && place.href !== "/office" ? [{ label: place.label }] : [];
}

/** The error page that replaces a screen within the console's frame. */
function Failed({ status, detail }: { status: number; detail?: string }) {
  const page = ERROR_PAGES[status as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
  return (
    <>
      <Heading level={1}>{page.title}</Heading>
      <EmptyState
        title={detail || page.text}
        action={
          status >= 500 ? (
            <Button kind="primary" onClick={() => window.location.reload()}>
              もう一度読み込む
            </Button>
          ) : (
            <Link href="/office" button="primary">
              概況へ戻る
            </Link>
          )
        }
      />
    </>
  );
}

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    forgetFailures();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ApiError) return <Failed status={error.status} detail={error.detail} />;
    return <Failed status={500} />;
  }
}
